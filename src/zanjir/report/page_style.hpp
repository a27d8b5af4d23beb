// The style of report pages: one column, readable on paper, on a phone, and in the dark. No external resource.
#pragma once

#include <string_view>

namespace zanjir {

inline constexpr std::string_view page_style = R"css(
:root{--ink:#1c2127;--soft:#5b6673;--paper:#fff;--shade:#f4f6f8;--line:#d9dee4;--link:#0a5fa5;
 --holds:#0b6b45;--holds-bg:#d8f2e5;--differs:#7a5200;--differs-bg:#fdeecb;--fails:#a3201b;--fails-bg:#fbdcda}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--soft:#98a4b0;--paper:#14181c;--shade:#1d2329;--line:#333c45;--link:#7cbcf2;
 --holds:#7fdcb0;--holds-bg:#123b2a;--differs:#f1c566;--differs-bg:#43330c;--fails:#ff9d97;--fails-bg:#4d1815}
 svg [stroke="#0072B2"]{stroke:#4fa8e0}svg [fill="#0072B2"]{fill:#3d8fc6}svg [stroke="#D55E00"]{stroke:#f0803c}svg [stroke="#009E73"]{stroke:#2cc295}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:2rem 1.25rem 4rem;background:var(--paper);color:var(--ink);
 font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.9rem;line-height:1.2;margin:.3rem 0 .8rem}h2{font-size:1.25rem;margin:2.4rem 0 .8rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}h4{font-size:.95rem;margin:1.1rem 0 .4rem}small{color:var(--soft);font-weight:400}
a{color:var(--link)}nav{font-size:.9rem}p{margin:.6rem 0;max-width:46rem}
code,pre{font:.85em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}code{color:var(--soft);overflow-wrap:anywhere}
pre{background:var(--shade);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow-x:auto}pre code{color:inherit;overflow-wrap:normal}
.chips{display:flex;flex-wrap:wrap;gap:.45rem;margin:.4rem 0;align-items:baseline}
.sayer{min-width:11rem;color:var(--soft)}
.badge{display:inline-block;padding:.08rem .6rem;border-radius:1rem;font-size:.85rem;font-weight:600;white-space:nowrap;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.badge.holds{color:var(--holds);background:var(--holds-bg)}.badge.differs{color:var(--differs);background:var(--differs-bg)}.badge.fails{color:var(--fails);background:var(--fails-bg)}
.unexpected,.problem{color:var(--fails);font-weight:600}.unexpected{font-size:.78rem;white-space:nowrap}
table{border-collapse:collapse;width:100%;font-size:.93rem}th{text-align:left;font-weight:600;color:var(--soft);font-size:.82rem}
th,td{padding:.5rem .7rem .5rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
table.claims tr.with-reason td{border-bottom:0}table.claims tr.reason td{padding-top:0;color:var(--soft)}
table.claims td[data-label]{font-variant-numeric:tabular-nums}table.claims th:first-child,table.claims td:first-child{width:7rem}table.claims th:nth-child(2){width:36%}
.id{font-weight:600}.found{display:block}
.scroll{overflow-x:auto}table.data td,table.data th{padding:.28rem .9rem .28rem 0;font-variant-numeric:tabular-nums;white-space:nowrap}
table.data th{white-space:normal}table.data{width:auto;font-size:.88rem}
.figures{display:flex;flex-direction:column;gap:1.6rem}figure{margin:0;padding:1rem;border:1px solid var(--line);border-radius:8px}
figure>svg{display:block;width:100%;height:auto}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem}.links{white-space:nowrap}.links a{margin-left:.4rem}
figure h3{margin-top:0}
article{padding:.1rem 0 .6rem}details{margin:.5rem 0}summary{cursor:pointer;color:var(--link)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem;font-size:.92rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1rem}
.card{display:block;padding:1rem 1.1rem;border:1px solid var(--line);border-radius:8px;color:inherit;text-decoration:none;background:var(--shade)}
.card:hover{border-color:var(--link)}.card.alarm{border-color:var(--fails)}.card h2{margin:0 0 .5rem;border:0;padding:0;font-size:1.08rem}
.cards.mechanisms{grid-template-columns:repeat(auto-fill,minmax(19rem,1fr))}.card>svg{display:block;width:100%;height:auto;margin:.4rem 0}.card dl{font-size:.86rem}article.card:hover{border-color:var(--line)}
@media (max-width:40rem){body{padding:1.2rem .9rem 3rem}h1{font-size:1.5rem}
 table.claims thead{display:none}table.claims,table.claims tbody,table.claims tr,table.claims td{display:block;width:100%}
 table.claims td{border:0;padding:.15rem 0}table.claims tr{padding:.7rem 0;border-top:1px solid var(--line)}
 table.claims tr.reason{border-top:0;padding-top:0}table.claims tr.reason td:first-child{display:none}
 table.claims td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}table.claims td:first-child{width:auto}
 table.claims tbody tr:first-child{border-top:0;padding-top:0}figure{padding:.5rem;overflow-x:auto}figure>svg{min-width:32rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb}body{max-width:none;padding:0;font-size:10.5pt}figure,tr,article>h3{break-inside:avoid}
 nav,.links,details{display:none}a{color:inherit;text-decoration:none}}
)css";

}  // namespace zanjir
