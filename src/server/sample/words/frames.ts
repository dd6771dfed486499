/**
 * Sentences that company texts are put together from. `$N` name, `$P` product with article, `$p` product bare, `$F` the
 * same as the beginning of a sentence, `$D` `$d` what it does, `$C` `$c` customers, `$Z` customers first, `$q` `$Q`
 * problem, `$m` `$n` mechanisms, `$o` outcome, `$r` revenue as predicate, `$R` as noun, `$s` `$S` sales, `$w` `$W` risk,
 * `$h` `$H` obstacle, `$T` city, `$A` country, `$Y` year, `$U` university, `$E` team size, `$V` funding, `$X` founders,
 * `$k` sector, `$K` a company of the sector with its article, `$J` the sector first. Capitals begin a sentence.
 */

/** First sentences that say what it is. */
export const openings = `
$N makes $P for $C that $D.
$N offers $P that $D.
$N sells $P to $C and $c.
$N is $P for $C.
$N develops $P that $D, built for $C.
$N runs $P that $D.
With $P, $N serves $C and $c.
$N gives $C $P that $D.
$Z use $N because it $D.
$N $D. It does so for $C and $c.
For $C, $N $D.
$F for $C: $N $D.
$N builds $P. It $D.
$N has built $P that $D, first for $C.
$Z turn to $N for $P that $D.
$N began with $c and is now $P for $C.
$N stands for one thing: $P that $D.
At the centre of $N is $P that $D.
$N is $K. Its $p $D.
As $K, $N offers $P that $D.
$N, $K, sells $P to $C.
`;

/** First sentences that begin with the problem. */
export const problemOpenings = `
$Q. $N $D.
$Q. $N changes that with $P that $D.
$Q. That is where $N comes in: $P that $D.
$Z know the problem: $q. $N $D.
$Q. $N, $P for $C, $D.
Ask $C and they will tell you that $q. $N $D.
$Q. The answer of $N is $P that $D.
$N started from one observation: $q. Its $p $D.
`;

export const problems = `
$Q.
A sentence often heard from $C: $q.
The reason to buy is plain: $q.
$Z still live with a known problem: $q.
It addresses an old complaint of $C, namely that $q.
The founders had seen it themselves: $q.
`;

export const moreActions = `
It also $d.
Beyond that, it $d.
The product also $d.
A second line of work: it $d.
On request it $d.
Since this year it also $d.
For $c, it $d.
Users mention another thing first: it $d.
A newer part $d, which $c had asked for.
Besides, it $d.
Where needed it $d as well.
`;

export const mechanisms = `
It rests on $m.
The core is $m.
Technically it is built on $m.
What others lack, in the view of the founders, is $m.
The company points to $m as its advantage.
Its edge: $m.
The advantage over older products comes from $m.
Much of the work so far has gone into $m.
It owes this to $m.
It relies on $m.
Patents cover $m.
To get there, the team spent {14-40} months on $m.
Two things matter here: $m, and knowing $C well.
`;

export const outcomes = `
In its first year with customers it $o.
So far it $o.
According to an independent study, it $o.
Customers report that it $o.
Measured over {6-18} months, $N $o.
A trial with $C showed that it $o.
The figures so far: it $o.
By the company's own count it $o.
An independent test found that it $o.
The company says that it $o.
Among early users it $o.
Asked for proof, the company shows that it $o.
`;

export const revenues = `
$N $r.
It $r.
The company $r.
As a business, it $r.
On pricing, the company is clear: it $r.
`;

/** Facts; each needs the slots it names. */
export const cityFacts = `
The company is based in $T.
The team works from $T.
$N is built in $T and sells mostly in $A.
From $T it serves customers across $A.
Development sits in $T.
`;
export const yearFacts = `
It was founded in $Y.
Work on it began in $Y.
$N has been on the market since $Y.
The company goes back to $Y.
`;
export const teamFacts = `
The team counts $E people.
$E people work on it.
$N employs $E people, about half of them in product development.
The company has grown to $E people.
`;
export const fundingFacts = `
It has raised $V so far.
Investors have put $V into the company.
$V of funding pay for the next steps.
Funding to date: $V.
`;
export const universityFacts = `
The technology comes out of $U.
The founders met at $U.
Part of the research was done at $U.
It began as a project at $U.
`;

export const founderFacts = `
It was founded by $X.
The founding team: $X.
$X started the company.
Behind it: $X.
`;

/** Further substance, for the longer texts. */
export const materials = `
A second asset is $n.
It also draws on $n.
The team can also count on $n.
Added to that comes $n.
`;
export const hardParts = `
The hardest part, says the team, is $h.
What makes it difficult is $h.
$H took longer than planned.
Competitors fail at $h.
The technical risk lies in $h.
`;
export const selling = `
Sales take patience, since $s.
The company has learned that $s.
It sells directly, because $s.
Growth so far came by recommendation, as $s.
`;
export const buyers = `
More than half of revenue comes from $C.
Among its customers, $C are the largest group.
Most customers are $C, some are $c.
Interest has also come from $c.
$Z were the first to buy; $c followed.
`;

export const markets = `
In $k, few others serve $C this way.
Among $k companies it stands out by its focus on $C.
Observers count it among the more interesting $k companies.
It competes with larger $k companies and with old habits.
As $K it hires people who know $C from the inside.
`;

export const outlooks = `
Next on the plan are $c.
The next step is {2-4} neighbouring countries, starting with $c.
A version for $c is in test.
The aim for the coming year is to win $c as well.
Over the next {12-24} months the company wants to move from trials to contracts of several years.
The roadmap puts $c first.
Partnerships with $c are being prepared.
Talks with $c have begun.
Growth is to come from $c, who buy for the same reason.
`;

/** One line. */
export const shorts = `
$F for $C
$F for $C and $c
$F that $D
$P that $D
$N $D
$N $D for $C
$N helps $C with $P that $D
$N gives $C $P that $D
$N makes $P for $C and $c
$F: $D
$F built for $C and $c
$N is $P that $D, for $C
$N offers $P that $D
`;

/** What an analyst would write down. */
export const summaries = `
$F for $C. It $D. Revenue comes from $R. Claimed effect: it $o.
Sells $P to $C; earns from $R. The pain is real: $q. Open question: $s.
$N $D. Buyers are $C and $c. Advantage: $m. Main risk: $w.
$F aimed at $C. $Q. The product $D. Priced as $R.
$P that $D. Early evidence is good: it $o. Selling is slow, as $s.
Targets $C with $P. The hard part is $h; the company relies on $m. Revenue: $R.
$N addresses $C. The problem: $q. It $D. Watch whether $w.
$J: $P for $C. It $D. Revenue: $R. Main question: $s.
$J. $N $D. Customers are $C; revenue comes from $R. Evidence so far: it $o.
$J company with $P for $C. $Q. Advantage: $m. Risk: $w.
$J. $F for $C that $D. Earns from $R.
Solves a narrow problem well: $q. Its $p $D. Monetised through $R. To verify: it $o.
$F with a clear buyer: $C. It $D and rests on $m. Adoption depends on sales, as $s.
$Q, and $N $D. First buyers: $C. Revenue from $R. Defensible through $m.
`;

/** The customer's problem and the target customer, as fields of their own. */
export const problemFields = `
$Q.
$Q.
$Q.
$Q. Existing tools do not address this.
$Q. $Z feel it first.
$Q, and the usual answer is to live with it.
$Q. Workarounds cost more than they save.
`;
export const customerFields = `
$Z
$Z and $c
$Z, later also $c
Mainly $C
$Z in $A
$Z; second market: $c
$Z first, $c as references allow
`;

/** Answers to the three challenge questions. */
export const buildAnswers = `
$H.
$H is the hard part, even with $m.
$H. It took years of work with $C.
$H, at a price that $C accept.
The crux is $h.
Mainly $h; everything else is known engineering.
$H. Much of it depends on $m.
`;
export const sellAnswers = `
$S.
$S, and $c decide differently from $C.
$S. References among $C are the way in.
Most of all that $s.
$S. The first {5-20} customers came through personal contacts.
For $C, the obstacle is that $s.
$S; a paid pilot of {6-16} weeks is the usual entry.
`;
export const riskAnswers = `
$W.
$W. The plan does not depend on it, the valuation does.
$W, before $c have become a second source of revenue.
The largest risk: $w.
$W. Losing {1-3} of the largest customers would hurt as much.
Two risks stand out: $w, and $c could prove too small a market.
$W; concentration on $C adds to it.
`;
