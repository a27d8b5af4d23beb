// What a page does beyond being read: a filter of claims, folds that open for the link that leads into them and for paper, long folds unpacked, figures saved.
#pragma once

#include <string_view>

namespace zanjir {

inline constexpr std::string_view page_script = R"js(
(function(){'use strict';
function unfold(el){for(;el;el=el.parentElement)if(el.tagName==='DETAILS')el.open=true}
function named(){var id=decodeURIComponent(location.hash.slice(1));return id&&document.getElementById(id)}
function show(el){unfold(el);el.scrollIntoView()}
function follow(){if(!location.hash)return;var el=named();if(el)return show(el);
 Promise.all([].map.call(document.querySelectorAll('.packed'),unpack)).then(function(){var el=named();if(el)show(el)})}
async function unpack(box){var s=box.querySelector('script');if(!s||box.dataset.busy)return;box.dataset.busy=1;
 try{var bytes=Uint8Array.from(atob(s.textContent),function(c){return c.charCodeAt(0)});
  var text=await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
  box.innerHTML=text;box.className='';box.dispatchEvent(new CustomEvent('unpacked',{bubbles:true}))}
 catch(e){box.textContent='This part cannot be unpacked here: '+e.message}}
document.querySelectorAll('.packed').forEach(function(box){var fold=box.closest('details');
 if(fold.open)unpack(box);else fold.addEventListener('toggle',function(){unpack(box)},{once:true})});
addEventListener('hashchange',follow);follow();
addEventListener('beforeprint',function(){document.querySelectorAll('#claims details,#checks').forEach(function(d){d.open=true})});
function give(blob,name){var a=document.createElement('a');a.href=URL.createObjectURL(blob);a.download=name;a.click();setTimeout(function(){URL.revokeObjectURL(a.href)},9000)}
function saves(root){root.querySelectorAll('.links[data-name]').forEach(function(l){l.hidden=false})}
saves(document);document.addEventListener('unpacked',function(e){saves(e.target)});
document.addEventListener('click',function(e){var b=e.target.closest('[data-save]');if(!b)return;
 var drawn=b.closest('figure').querySelector('.drawn>svg'),svg=drawn.cloneNode(true),name=b.closest('.links').dataset.name.replace(/[^\p{L}\p{N}_.-]+/gu,'_');
 svg.setAttribute('xmlns','http://www.w3.org/2000/svg');svg.style.color='#1c2127';
 var text=new XMLSerializer().serializeToString(svg),blob=new Blob([text],{type:'image/svg+xml'});
 if(b.dataset.save==='svg')return give(blob,name+'.svg');
 var box=drawn.viewBox.baseVal,img=new Image();img.onload=function(){var c=document.createElement('canvas');c.width=2*box.width;c.height=2*box.height;
  var pen=c.getContext('2d');pen.fillStyle='#fff';pen.fillRect(0,0,c.width,c.height);pen.drawImage(img,0,0,c.width,c.height);
  c.toBlob(function(p){give(p,name+'.png')})};img.src='data:image/svg+xml,'+encodeURIComponent(text)});
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
