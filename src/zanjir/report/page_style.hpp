// The style of report pages: one column, readable on paper, on a phone, and in the dark. No external resource.
#pragma once

#include <string_view>

namespace zanjir {

inline constexpr std::string_view page_style = R"css(
:root{--ink:#1c2127;--soft:#55606c;--paper:#fff;--shade:#f4f6f8;--line:#d9dee4;--link:#0a5fa5;
 --holds:#0b6b45;--holds-bg:#d8f2e5;--differs:#7a5200;--differs-bg:#fdeecb;--fails:#a3201b;--fails-bg:#fbdcda}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--soft:#a3aeba;--paper:#14181c;--shade:#1d2329;--line:#333c45;--link:#7cbcf2;
 --holds:#7fdcb0;--holds-bg:#123b2a;--differs:#f1c566;--differs-bg:#43330c;--fails:#ff9d97;--fails-bg:#4d1815}
 svg [stroke="#0072B2"]{stroke:#4fa8e0}svg [fill="#0072B2"]{fill:#3d8fc6}svg [stroke="#D55E00"]{stroke:#f0803c}svg [fill="#D55E00"]{fill:#f0803c}
 svg [stroke="#009E73"]{stroke:#2cc295}svg [fill="#009E73"]{fill:#2cc295}svg [stroke="#CC79A7"]{stroke:#e09cc2}svg [fill="#CC79A7"]{fill:#e09cc2}
 svg [stroke="#E69F00"]{stroke:#f0b73f}svg [fill="#E69F00"]{fill:#f0b73f}svg [stroke="#56B4E9"]{stroke:#8fd0f7}svg [fill="#56B4E9"]{fill:#8fd0f7}
 .thumb img{filter:invert(1) hue-rotate(180deg)}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:70rem;padding:1.6rem 1.25rem 4rem;background:var(--paper);color:var(--ink);
 font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.3rem .6rem}
h1{font-size:1.9rem;line-height:1.2;margin:.3rem 0 .6rem}h2{font-size:1.25rem;margin:2.2rem 0 .8rem;padding-bottom:.3rem;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}h4{font-size:.95rem;margin:1.1rem 0 .4rem}small{color:var(--soft);font-weight:400;font-size:.85rem}
a{color:var(--link)}a:focus-visible,summary:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
nav{font-size:.9rem}p{margin:.6rem 0;max-width:50rem}.lead{font-size:1.06rem}
code,pre{font:.85em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}code{color:var(--soft);overflow-wrap:anywhere}
pre{background:var(--shade);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow-x:auto}pre code{color:inherit;overflow-wrap:normal}
pre.source{max-height:32rem;overflow:auto}.hash{font-size:.72em}
.chips{display:flex;flex-wrap:wrap;gap:.45rem;margin:.4rem 0;align-items:baseline}
.badge{display:inline-block;padding:.08rem .6rem;border-radius:1rem;font-size:.85rem;font-weight:600;white-space:nowrap;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.badge.holds{color:var(--holds);background:var(--holds-bg)}.badge.differs{color:var(--differs);background:var(--differs-bg)}.badge.fails,.badge.doubtful{color:var(--fails);background:var(--fails-bg)}
.badge.plain{color:var(--soft);background:var(--shade);border:1px solid var(--line)}
.unexpected,.problem{color:var(--fails);font-weight:600}.unexpected{font-size:.78rem;white-space:nowrap}
.score{display:grid;grid-template-columns:3fr 2fr;gap:1rem;margin:1rem 0}.tally{padding:.7rem 1rem;border:1px solid var(--line);border-radius:8px}.tally h2{border:0;margin:0;padding:0;font-size:1rem}
.tally.own{background:var(--shade)}.tally .chips{margin:.3rem 0 0}.bar{display:flex;height:.45rem;border-radius:.3rem;overflow:hidden;margin:.5rem 0;gap:2px}
.bar i{display:block;min-width:4px;-webkit-print-color-adjust:exact;print-color-adjust:exact}.bar .holds{background:var(--holds)}.bar .differs{background:var(--differs)}.bar .fails,.bar .doubtful{background:var(--fails)}
table{border-collapse:collapse;width:100%;font-size:.93rem}th{text-align:left;font-weight:600;color:var(--soft);font-size:.82rem}
th,td{padding:.45rem .7rem .45rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}td.num+td:not(.num),th.num+th:not(.num){padding-left:1.2rem}
table.claims th:first-child,table.claims td:first-child{width:6.5rem}table.claims td.number{text-align:right;font-variant-numeric:tabular-nums;width:9.5rem;overflow-wrap:break-word}
table.claims th.number{text-align:right}table.claims td.short{white-space:nowrap}table.claims tr:last-child td{border-bottom:0}
.id{font-weight:600;font-size:.85rem;color:var(--soft)}.reason{color:var(--ink);border-left:3px solid var(--differs);padding-left:.7rem;margin:.4rem 0}.fails .reason,.doubtful .reason{border-color:var(--fails)}.found{display:block;color:var(--soft)}
.scroll{overflow-x:auto}table.data td,table.data th{padding:.28rem .9rem .28rem 0;font-variant-numeric:tabular-nums;white-space:nowrap}
table.data th{white-space:normal}table.data{width:auto;font-size:.88rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem;align-items:start}figure{margin:0;padding:.9rem;border:1px solid var(--line);border-radius:8px;min-width:0}
figure.wide{grid-column:1/-1}figure .drawn{overflow-x:auto}figure .drawn>svg{display:block;width:100%;height:auto;max-height:34rem}
figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem}.links{white-space:nowrap}.links[hidden]{display:none}.links a{margin-left:.4rem}.links button{font:inherit;font-size:.8rem;color:var(--link);background:none;border:1px solid var(--line);border-radius:6px;padding:.05rem .5rem;margin-left:.4rem;cursor:pointer}.links button:hover{border-color:var(--link)}.links button[aria-pressed=true]{background:var(--shade);border-color:var(--link)}figure h3{margin-top:0}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--link)}
details.group,details.task,details.fold{border:1px solid var(--line);border-radius:8px;padding:.15rem .9rem;margin:.5rem 0}details.group>summary,details.task>summary,details.fold>summary{padding:.4rem 0;color:inherit}
details.group>summary .badge{margin-left:.5rem}details.group>summary b{margin-right:.3rem}
details.task{border-radius:0;border-width:0 0 1px;margin:0;padding:0}details.task>summary{display:grid;grid-template-columns:minmax(8rem,2fr) 1fr 1fr minmax(8rem,2fr) 4.5rem;gap:.8rem;list-style:none;font-size:.9rem}
details.task>summary::-webkit-details-marker{display:none}details.task>summary>b::before{content:"▸ ";color:var(--soft)}details.task[open]>summary>b::before{content:"▾ "}
details.task>summary>*{overflow-wrap:anywhere}details.task>div{padding:.2rem 0 1rem 1rem}.head{display:grid;grid-template-columns:minmax(8rem,2fr) 1fr 1fr minmax(8rem,2fr) 4.5rem;gap:.8rem;font-size:.82rem;font-weight:600;color:var(--soft);border-bottom:1px solid var(--line);padding:.3rem 0}
.filter{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.6rem 0}.filter[hidden]{display:none}
.filter button,.filter input{font:inherit;font-size:.88rem;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:.2rem .8rem}.filter button{cursor:pointer}
.filter button[aria-pressed=true]{background:var(--ink);color:var(--paper);border-color:var(--ink)}.filter input{border-radius:6px;min-width:9rem;flex:0 1 14rem}.filter output{color:var(--soft);font-size:.88rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.2rem;font-size:.92rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}
.card{display:flex;flex-direction:column;padding:1rem 1.1rem;border:1px solid var(--line);border-radius:8px;color:inherit;text-decoration:none;background:var(--shade);min-width:0}
.card:hover{border-color:var(--link)}.card.alarm{border-color:var(--fails)}.card h2,.card h3{overflow-wrap:anywhere;margin:0 0 .5rem;border:0;padding:0;font-size:1.08rem}.card p{margin:.2rem 0;font-size:.93rem}.card .file{overflow:hidden;white-space:nowrap;text-overflow:ellipsis;margin-top:-.4rem}
.card .thumb{background:var(--paper);border-radius:6px;margin:0 0 .7rem;padding:.3rem;aspect-ratio:19/10;overflow:hidden;display:flex;align-items:center;justify-content:center}.card .thumb>svg,.card .thumb>img{max-width:100%;max-height:100%;height:auto}
.zanjir-view[data-size=card]{width:100%}.zanjir-view[data-size=card]>svg{display:block;width:100%;height:auto;max-height:20rem}.card .zanjir-view{height:100%}.card .zanjir-view>svg,.card .zanjir-view>img{height:100%;max-height:none;object-fit:contain;display:block;margin:0 auto}#hero a{display:block}
.card .grow{flex:1}.cards.mechanisms{grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr))}.card dl{font-size:.86rem;margin:.3rem 0}
.hero{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem;align-items:center;margin:0 0 1.5rem}.hero h1{font-size:2.6rem}.hero .thumb>svg{width:100%;height:auto}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.2rem,1fr));gap:.7rem}.strip a{display:block;color:inherit;text-decoration:none;font-size:.82rem;text-align:center;border:1px solid var(--line);border-radius:8px;padding:.4rem}.strip svg{width:100%;height:auto}
@media (max-width:46rem){.score,.hero{grid-template-columns:1fr}details.task>summary,.head{grid-template-columns:2fr 1fr 4rem}details.task>summary>:nth-child(3),details.task>summary>:nth-child(4),.head>:nth-child(3),.head>:nth-child(4){display:none}}
@media (max-width:40rem){body{padding:1rem .9rem 3rem}h1{font-size:1.4rem}.lead{font-size:.97rem;line-height:1.4}.score{grid-template-columns:1fr 1fr;gap:.5rem;margin:.6rem 0}.tally{padding:.45rem .6rem}.tally h2{font-size:.88rem}.score .tally:only-child{grid-column:1/-1}.hero h1{font-size:2rem}
 table.claims thead{display:none}table.claims,table.claims tbody,table.claims tr:not([hidden]),table.claims td{display:block;width:100%}table.claims tr[hidden]{display:none}
 table.claims td,table.claims td.number{border:0;padding:.15rem 0;width:100%;text-align:left}table.claims tr{padding:.7rem 0;border-top:1px solid var(--line)}
 table.claims td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}table.claims td:first-child{width:auto}
 table.claims tbody tr:first-child{border-top:0;padding-top:0}figure{padding:.5rem}figure .drawn>svg{min-width:32rem}}
@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb}body{max-width:none;padding:0;font-size:10.5pt}figure,tr{break-inside:avoid}
 nav,.links,.filter,#tasks details,#environment details{display:none}a{color:inherit;text-decoration:none}}
)css";

}  // namespace zanjir
