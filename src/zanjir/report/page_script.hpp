// What a page does beyond being read: a filter of claims, folds that open for the link that leads into them and for paper. Without it everything is there all the same.
#pragma once

#include <string_view>

namespace zanjir {

inline constexpr std::string_view page_script = R"js(
(function(){'use strict';
function unfold(el){for(;el;el=el.parentElement)if(el.tagName==='DETAILS')el.open=true}
function follow(){var id=decodeURIComponent(location.hash.slice(1)),el=id&&document.getElementById(id);if(el){unfold(el);el.scrollIntoView()}}
addEventListener('hashchange',follow);follow();
addEventListener('beforeprint',function(){document.querySelectorAll('#claims details,#checks').forEach(function(d){d.open=true})});
document.querySelectorAll('.filter').forEach(function(bar){
 var scope=bar.parentElement,show='all',find=bar.querySelector('input'),said=bar.querySelector('output');bar.hidden=false;
 var groups=[].slice.call(scope.querySelectorAll('details.group')),before=groups.map(function(g){return g.open});
 function apply(){var words=find.value.trim().toLowerCase(),all=show==='all'&&!words,n=0;
  scope.querySelectorAll('tr[data-verdict]').forEach(function(row){
   var visible=(show==='all'||row.dataset.verdict===show)&&(!words||row.textContent.toLowerCase().indexOf(words)>=0);row.hidden=!visible;n+=visible});
  groups.forEach(function(g,i){var any=g.querySelector('tr[data-verdict]:not([hidden])');g.hidden=!any;g.open=all?before[i]:!!any});
  said.textContent=all?'':n+' shown'}
 bar.querySelectorAll('button').forEach(function(b){b.addEventListener('click',function(){show=b.dataset.show;
  bar.querySelectorAll('button').forEach(function(o){o.setAttribute('aria-pressed',o===b)});apply()})});
 find.addEventListener('input',apply)});
})();
)js";

}  // namespace zanjir
