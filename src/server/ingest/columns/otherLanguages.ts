import type { FieldName } from './fields.ts';

/**
 * Names of fields in languages beside those of `fields.ts`, in the same form: Polish, Czech, Hungarian, Romanian,
 * Swedish, Danish, Norwegian, Finnish, Turkish, Russian, Ukrainian, Korean, Hebrew, Arabic; a few words of
 * Vietnamese, Indonesian and Greek.
 */
export const otherLanguages: Partial<Readonly<Record<FieldName, string>>> = {
  name:
    'nazwa|nazwa firmy|nazwa spółki|nazwa startupu|spółka|název|název firmy|název společnosti|společnost|cégnév|cég neve|' +
    'denumire|denumire companie|nume companie|företag|företagsnamn|bolag|bolagsnamn|namn|virksomhed|virksomhedsnavn|' +
    'firmanavn|bedrift|bedriftsnavn|selskap|selskapsnavn|navn|yritys|yrityksen nimi|nimi|şirket|şirket adı|şirket ismi|' +
    'firma adı|girişim|girişim adı|название|название компании|наименование|компания|назва|назва компанії|компанія|' +
    '회사명|기업명|회사 이름|스타트업명|שם החברה|חברה|اسم الشركة|الشركة|اسم المؤسسة|tên công ty|công ty|nama perusahaan|perusahaan|επωνυμία|εταιρεία|όνομα εταιρείας',
  website:
    'strona www|strona internetowa|strona|adres www|webová stránka|webové stránky|stránky|weboldal|honlap|site web companie|' +
    'webbplats|webbsida|hemsida|hjemmeside|nettside|nettsted|verkkosivu|verkkosivusto|verkkosivut|kotisivu|kotisivut|' +
    'web sitesi|internet sitesi|web adresi|сайт|веб сайт|адрес сайта|홈페이지|웹사이트|אתר|אתר אינטרנט|الموقع الإلكتروني|موقع الويب|trang web|situs web|ιστοσελίδα|ιστότοπος',
  descriptionShort:
    'opis|krótki opis|opis działalności|popis|leírás|rövid leírás|descriere|beskrivning|kort beskrivning|' +
    'verksamhetsbeskrivning|beskrivelse|kort beskrivelse|kuvaus|lyhyt kuvaus|açıklama|kısa açıklama|tanım|описание|' +
    'краткое описание|опис|설명|소개|회사 소개|사업내용|תיאור|الوصف|نبذة|mô tả|deskripsi|περιγραφή',
  country: 'kraj|země|stát|ország|țară|maa|ülke|страна|країна|국가|나라|מדינה|الدولة|البلد|quốc gia|negara|χώρα',
  state: 'województwo|megye|județ|län|fylke|maakunta|bölge|регион|область|지역|시도',
  city: 'miasto|miejscowość|siedziba miasto|město|város|oraș|localitate|stad|postort|kommun|sted|kaupunki|kunta|paikkakunta|şehir|город|місто|도시|עיר|المدينة|thành phố|kota|πόλη',
  location:
    'lokalizacja|siedziba|sídlo|székhely|sediu|säte|plats|sijainti|kotipaikka|konum|merkez|местоположение|адрес|소재지|본사|위치|מיקום|المقر|الموقع|địa điểm|lokasi|έδρα',
  industries:
    'branża|branże|sektor działalności|kategoria|odvětví|obor|kategorie firmy|iparág|ágazat|industrie si sector|domeniu|' +
    'domeniu de activitate|bransch|branscher|sektorer|næring|bransje|toimiala|toimialat|ala|sektör|sektörler|' +
    'endüstri|отрасль|индустрия|сфера|сфера деятельности|галузь|업종|산업|분야|תחום|القطاع|الصناعة|المجال|ngành|lĩnh vực|industri|κλάδος',
  founded:
    'rok założenia|data założenia|założono|data rejestracji?|rok založení|datum založení|založeno|alapítás éve|' +
    'alapítás dátuma|alapítva|anul înființării|data înființării|an înființare|grundat|grundat år|grundades|grundår|' +
    'bildad|registreringsdatum?|stiftet|stiftelsesår|stiftelsesdato|grundlagt|stiftelsesdag|perustettu|perustamisvuosi|' +
    'kuruluş|kuruluş yılı|kuruluş tarihi|год основания|дата основания|год создания|дата регистрации?|рік заснування|' +
    '설립일|설립년도|설립연도|שנת הקמה|שנת ייסוד|سنة التأسيس|تاريخ التأسيس|năm thành lập|tahun berdiri|tahun didirikan|έτος ίδρυσης',
  employees:
    'liczba pracowników|pracownicy|zatrudnienie|wielkość zatrudnienia|počet zaměstnanců|zaměstnanci|létszám|' +
    'alkalmazottak száma|număr de angajați|număr angajați|angajați|antal anställda|anställda|antal ansatte|antall ansatte|ansatte|' +
    'medarbejdere|antal medarbejdere|henkilöstö|henkilöstömäärä|työntekijät|työntekijöiden määrä|çalışan sayısı|' +
    'çalışanlar|personel sayısı|количество сотрудников|число сотрудников|сотрудники|численность|кількість працівників|' +
    '직원수|직원 수|임직원수|종업원수|עובדים|מספר עובדים|عدد الموظفين|số nhân viên|jumlah karyawan|αριθμός εργαζομένων|εργαζόμενοι',
  stage:
    'runda|runda finansowania|etap|etap finansowania|kolo|investiční kolo|fáze|befektetési kör|runda de finanțare|' +
    'runda de investiții|finansieringsrunda|investeringsrunda|fas|finansieringsrunde|investeringsrunde|rahoituskierros|' +
    'yatırım turu|son yatırım turu|yatırım aşaması|стадия|раунд|раунд инвестиций|투자단계|투자 단계|투자라운드|라운드|שלב|جولة التمويل|المرحلة',
  fundingTotal:
    'finansowanie|łączne finansowanie|pozyskany kapitał|kwota finansowania|investice celkem|celkové financování|' +
    'össztőke|finanțare totală|total finansiering|totalt kapital|rest kapital|samlet finansiering|total finansiering|' +
    'kokonaisrahoitus|toplam yatırım|toplam yatırım tutarı|alınan yatırım|общие инвестиции|сумма инвестиций|' +
    'объем инвестиций|привлеченные инвестиции|누적 투자금|누적투자금액|투자유치금액|סך גיוס|סך הגיוס|גיוס הון|إجمالي التمويل|مبلغ التمويل|tổng vốn huy động|total pendanaan|συνολική χρηματοδότηση',
  fundedOn:
    'data ostatniej rundy|data inwestycji|datum investice|dátum befektetés|data investiției|investeringsdatum|' +
    'investeringsdato|rahoituspäivä|yatırım tarihi|son yatırım tarihi|дата инвестиций|дата раунда|투자일|최근 투자일',
  emails:
    'adres e mail|e mailová adresa|e post|e postadress|e postadresse|sähköposti|e posta|eposta|электронная почта|почта|이메일|דואל|البريد الإلكتروني',
  founders:
    'założyciele|założyciel|zakladatelé|zakladatel|alapítók|alapító|fondatorul|fondatori companie|grundare|stifter|' +
    'stiftere|grunnlegger|grunnleggere|grundlæggere|perustajat|perustaja|kurucular|kurucu|основатели|основатель|' +
    'засновники|창업자|대표자|대표이사|מייסדים|المؤسسون|người sáng lập|pendiri|ιδρυτές',
  targetCustomer: 'klient docelowy|målgrupp|målgruppe|kohderyhmä|hedef kitle|целевая аудитория|목표 고객',
  businessModel:
    'model biznesowy|obchodní model|üzleti modell|affärsmodell|forretningsmodel|forretningsmodell|liiketoimintamalli|iş modeli|бизнес модель|비즈니스 모델',
};
