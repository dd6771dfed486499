/**
 * The top 100 universities (QS World University Rankings 2026), one per line: code|ISO2 country|rank|name. The codes
 * are the wire values of the `top_unis` filter (product 3).
 */
const universityData = `
uni_mit|US|1|Massachusetts Institute of Technology (MIT)
uni_imperial_college_london|GB|2|Imperial College London
uni_stanford|US|3|Stanford University
uni_oxford|GB|4|University of Oxford
uni_harvard|US|5|Harvard University
uni_cambridge|GB|6|University of Cambridge
uni_eth_zurich|CH|7|ETH Zurich (Swiss Federal Institute of Technology)
uni_nus|SG|8|National University of Singapore (NUS)
uni_ucl|GB|9|UCL (University College London)
uni_caltech|US|10|California Institute of Technology (Caltech)
uni_hong_kong|HK|11|The University of Hong Kong
uni_ntu_singapore|SG|12|Nanyang Technological University, Singapore (NTU Singapore)
uni_chicago|US|13|University of Chicago
uni_peking|CN|14|Peking University
uni_upenn|US|15|University of Pennsylvania
uni_cornell|US|16|Cornell University
uni_tsinghua|CN|17|Tsinghua University
uni_uc_berkeley|US|17|University of California, Berkeley (UCB)
uni_melbourne|AU|19|The University of Melbourne
uni_unsw|AU|20|The University of New South Wales
uni_yale|US|21|Yale University
uni_epfl|CH|22|École Polytechnique Fédérale de Lausanne
uni_tu_munich|DE|22|Technical University of Munich
uni_johns_hopkins|US|24|Johns Hopkins University
uni_princeton|US|25|Princeton University
uni_sydney|AU|25|The University of Sydney
uni_mcgill|CA|27|McGill University
uni_psl|FR|28|PSL University
uni_toronto|CA|29|University of Toronto
uni_fudan|CN|30|Fudan University
uni_kings_college_london|GB|31|King's College London (KCL)
uni_anu|AU|32|Australian National University
uni_cuhk|HK|32|The Chinese University of Hong Kong
uni_edinburgh|GB|34|University of Edinburgh
uni_manchester|GB|35|The University of Manchester
uni_monash|AU|36|Monash University
uni_tokyo|JP|36|The University of Tokyo
uni_columbia|US|38|Columbia University
uni_seoul_national|KR|38|Seoul National University
uni_british_columbia|CA|40|University of British Columbia
uni_ip_paris|FR|41|Institut Polytechnique de Paris
uni_northwestern|US|42|Northwestern University
uni_queensland|AU|42|The University of Queensland
uni_hkust|HK|44|The Hong Kong University of Science and Technology
uni_michigan_ann_arbor|US|45|University of Michigan-Ann Arbor
uni_ucla|US|46|University of California, Los Angeles (UCLA)
uni_tu_delft|NL|47|Delft University of Technology
uni_shanghai_jiao_tong|CN|47|Shanghai Jiao Tong University
uni_zhejiang|CN|49|Zhejiang University
uni_yonsei|KR|50|Yonsei University
uni_bristol|GB|51|University of Bristol
uni_carnegie_mellon|US|52|Carnegie Mellon University
uni_amsterdam|NL|53|The University of Amsterdam
uni_hong_kong_polytechnic|HK|54|The Hong Kong Polytechnic University
uni_nyu|US|55|New York University (NYU)
uni_lse|GB|56|London School of Economics and Political Science (LSE)
uni_kyoto|JP|57|Kyoto University
uni_lmu_munich|DE|58|Ludwig-Maximilians-Universität München
uni_malaya|MY|58|Universiti Malaya (UM)
uni_ku_leuven|BE|60|KU Leuven
uni_korea|KR|61|Korea University
uni_duke|US|62|Duke University
uni_city_hong_kong|HK|63|City University of Hong Kong
uni_national_taiwan|TW|63|National Taiwan University (NTU)
uni_auckland|NZ|65|The University of Auckland
uni_uc_san_diego|US|66|University of California, San Diego (UCSD)
uni_kfupm|SA|67|King Fahd University of Petroleum & Minerals
uni_ut_austin|US|68|University of Texas at Austin
uni_brown|US|69|Brown University
uni_paris_saclay|FR|70|Université Paris-Saclay
uni_uiuc|US|70|University of Illinois at Urbana-Champaign
uni_lund|SE|72|Lund University
uni_sorbonne|FR|72|Sorbonne University
uni_warwick|GB|74|The University of Warwick
uni_trinity_college_dublin|IE|75|Trinity College Dublin, The University of Dublin
uni_birmingham|GB|76|University of Birmingham
uni_western_australia|AU|77|The University of Western Australia
uni_kth|SE|78|KTH Royal Institute of Technology
uni_glasgow|GB|79|University of Glasgow
uni_heidelberg|DE|80|Ruprecht-Karls-Universität Heidelberg
uni_washington|US|81|University of Washington
uni_adelaide|AU|82|Adelaide University
uni_penn_state|US|82|Pennsylvania State University
uni_buenos_aires|AR|84|Universidad de Buenos Aires
uni_tokyo_tech|JP|85|Tokyo Institute of Technology
uni_leeds|GB|86|University of Leeds
uni_southampton|GB|87|University of Southampton
uni_boston|US|88|Boston University
uni_fu_berlin|DE|88|Freie Universität Berlin
uni_purdue|US|88|Purdue University
uni_osaka|JP|91|The University of Osaka
uni_sheffield|GB|92|The University of Sheffield
uni_uppsala|SE|93|Uppsala University
uni_durham|GB|94|Durham University
uni_alberta|CA|94|University of Alberta
uni_uts|AU|96|University of Technology Sydney
uni_nottingham|GB|97|The University of Nottingham
uni_kit|DE|98|Karlsruhe Institute of Technology (KIT)
uni_politecnico_di_milano|IT|98|Politecnico di Milano
uni_zurich|CH|100|University of Zurich (UZH)
`;

/** A top university; `code` has the form `uni_*`, `country` is ISO2, `rank` is its QS 2026 rank (ties share one). */
export interface University {
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly rank: number;
}

/** The top 100 universities, best first. */
export const universities: readonly University[] = universityData
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', country = '', rank = '', ...name] = line.split('|');
    return { code, country, rank: Number(rank), name: name.join('|') };
  });

const nameByCode = new Map(universities.map((university) => [university.code, university.name]));

/** Display name of a university code, or the code itself when it is not one of the hundred. */
export function universityName(code: string): string {
  return nameByCode.get(code) ?? code;
}
