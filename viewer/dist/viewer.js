/*! Zanjir viewer; sources: e1931b049b1af7d200e0b2d71d56e55f196baeeaebd075763ff458f5de6b63f0
With parts of:

three 0.187.0
The MIT License

Copyright ? 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

uplot 1.6.32
The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
"use strict";(()=>{var Ys={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},$s={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},cm=0,Qu=1,hm=2;var yr=1,um=2,Ro=3,Zs=0,Jn=1,yn=2,vr=0,Co=1,ed=2,td=3,nd=4,dm=5;var br=100,fm=101,pm=102,mm=103,gm=104,_m=200,xm=201,ym=202,vm=203,id=204,sd=205,bm=206,Mm=207,Sm=208,wm=209,Tm=210,Am=211,Em=212,Rm=213,Cm=214,ec=0,tc=1,nc=2,co=3,ic=4,sc=5,rc=6,oc=7,rd=0,Pm=1,Im=2,Si=0,od=1,ad=2,ld=3,cd=4,hd=5,ud=6,dd=7;var fd=300,Mr=301,Po=302,Ic=303,Lc=304,ho=1e3,vi=1001,uo=1002,gn=1003,Nc=1004;var Sr=1005;var Un=1006,Io=1007;var Ui=1008;var ei=1009,pd=1010,md=1011,Lo=1012,Dc=1013,Fi=1014,wi=1015,Oi=1016,Uc=1017,Fc=1018,wr=1020,gd=35902,_d=35899,xd=1021,yd=1022,hi=1023,ms=1026,ws=1027,Oc=1028,Bc=1029,Ks=1030,zc=1031;var kc=1033,Qa=33776,el=33777,tl=33778,nl=33779,Vc=35840,Gc=35841,Hc=35842,Wc=35843,Xc=36196,qc=37492,Yc=37496,$c=37488,Zc=37489,il=37490,Kc=37491,Jc=37808,jc=37809,Qc=37810,eh=37811,th=37812,nh=37813,ih=37814,sh=37815,rh=37816,oh=37817,ah=37818,lh=37819,ch=37820,hh=37821,uh=36492,dh=36494,fh=36495,ph=36283,mh=36284,sl=36285,gh=36286;var ur=2300,fo=2301,jl=2302,Vu=2303,Gu=2400,Hu=2401,Wu=2402,Lm=2500;var Nm=3200;var _h=0,Dm=1,Bi="",Yn="srgb",ya="srgb-linear",va="linear",Bt="srgb";var Ql=7680;var Um=519,Fm=512,Om=513,Bm=514,vd=515,zm=516,km=517,bd=518,Md=519,Vm=35044;var Sd="300 es",bi=2e3,po=2001;function Q_(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function ex(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ba(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Gm(){let i=ba("canvas");return i.style.display="block",i}var wp={},mo=null;function wd(...i){let e="THREE."+i.shift();mo?mo("log",e,...i):console.log(e,...i)}function Hm(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function et(...i){i=Hm(i);let e="THREE."+i.shift();if(mo)mo("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function ot(...i){i=Hm(i);let e="THREE."+i.shift();if(mo)mo("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function pa(...i){let e=i.join(" ");e in wp||(wp[e]=!0,et(...i))}function Wm(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Xm={[ec]:ec,[nc]:rc,[ic]:ic,[co]:sc,[tc]:tc,[rc]:nc,[oc]:oc,[sc]:co},Ni=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Bn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Tp=1234567,ma=Math.PI/180,go=180/Math.PI;function Js(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Bn[i&255]+Bn[i>>8&255]+Bn[i>>16&255]+Bn[i>>24&255]+"-"+Bn[e&255]+Bn[e>>8&255]+"-"+Bn[e>>16&15|64]+Bn[e>>24&255]+"-"+Bn[t&63|128]+Bn[t>>8&255]+"-"+Bn[t>>16&255]+Bn[t>>24&255]+Bn[n&255]+Bn[n>>8&255]+Bn[n>>16&255]+Bn[n>>24&255]).toLowerCase()}function yt(i,e,t){return Math.max(e,Math.min(t,i))}function Td(i,e){return(i%e+e)%e}function tx(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function nx(i,e,t){return i!==e?(t-i)/(e-i):0}function ga(i,e,t){return(1-t)*i+t*e}function ix(i,e,t,n){return ga(i,e,1-Math.exp(-t*n))}function sx(i,e=1){return e-Math.abs(Td(i,e*2)-e)}function rx(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function ox(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function ax(i,e){return i+Math.floor(Math.random()*(e-i+1))}function lx(i,e){return i+Math.random()*(e-i)}function cx(i){return i*(.5-Math.random())}function hx(i){i!==void 0&&(Tp=i);let e=Tp+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function ux(i){return i*ma}function dx(i){return i*go}function fx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function px(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Ad(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function mx(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),u=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:et("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Ed(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function qm(i,e){if(e.constructor===Float32Array)return i;let t=Ed(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function Ym(i,e){if(e.constructor===Float32Array)return i;let t=Ed(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var Tr={DEG2RAD:ma,RAD2DEG:go,generateUUID:Js,clamp:yt,euclideanModulo:Td,mapLinear:tx,inverseLerp:nx,lerp:ga,damp:ix,pingpong:sx,smoothstep:rx,smootherstep:ox,randInt:ax,randFloat:lx,randFloatSpread:cx,seededRandom:hx,degToRad:ux,radToDeg:dx,isPowerOfTwo:fx,ceilPowerOfTwo:px,floorPowerOfTwo:Ad,setQuaternionFromProperEuler:mx,normalize:Ym,denormalize:qm},Nd=class Nd{constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(yt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};Nd.prototype.isVector2=!0;var me=Nd,Ln=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*_;m<0&&(d=-d,f=-f,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let b=Math.acos(m),S=Math.sin(b);g=Math.sin(g*b)/S,a=Math.sin(a*b)/S,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a;let b=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=b,c*=b,h*=b,u*=b}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+h*u+l*f-c*d,e[t+1]=l*p+h*d+c*u-a*f,e[t+2]=c*p+h*f+a*d-l*u,e[t+3]=h*p-a*u-l*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:et("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],u=t[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(yt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},Dd=class Dd{constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Ap.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Ap.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),u=2*(r*n-o*t);return this.x=t+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this.z=yt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this.z=yt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return _u.copy(this).projectOnVector(e),this.sub(_u)}reflect(e){return this.sub(_u.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(yt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}};Dd.prototype.isVector3=!0;var N=Dd,_u=new N,Ap=new Ln,Ud=class Ud{constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],_=s[0],m=s[3],g=s[6],b=s[1],S=s[4],y=s[7],R=s[2],E=s[5],x=s[8];return r[0]=o*_+a*b+l*R,r[3]=o*m+a*S+l*E,r[6]=o*g+a*y+l*x,r[1]=c*_+h*b+u*R,r[4]=c*m+h*S+u*E,r[7]=c*g+h*y+u*x,r[2]=d*_+f*b+p*R,r[5]=d*m+f*S+p*E,r[8]=d*g+f*y+p*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=t*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return e[0]=u*_,e[1]=(s*c-h*n)*_,e[2]=(a*n-s*o)*_,e[3]=d*_,e[4]=(h*t-s*l)*_,e[5]=(s*r-a*t)*_,e[6]=f*_,e[7]=(n*l-c*t)*_,e[8]=(o*t-n*r)*_,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return pa("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(xu.makeScale(e,t)),this}rotate(e){return pa("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(xu.makeRotation(-e)),this}translate(e,t){return pa("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(xu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}};Ud.prototype.isMatrix3=!0;var ft=Ud,xu=new ft,Ep=new ft().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Rp=new ft().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function gx(){let i={enabled:!0,workingColorSpace:ya,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Bt&&(s.r=ps(s.r),s.g=ps(s.g),s.b=ps(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Bt&&(s.r=lo(s.r),s.g=lo(s.g),s.b=lo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Bi?va:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[ya]:{primaries:e,whitePoint:n,transfer:va,toXYZ:Ep,fromXYZ:Rp,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Yn},outputColorSpaceConfig:{drawingBufferColorSpace:Yn}},[Yn]:{primaries:e,whitePoint:n,transfer:Bt,toXYZ:Ep,fromXYZ:Rp,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Yn}}}),i}var Rt=gx();function ps(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function lo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Zr,_o=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Zr===void 0&&(Zr=ba("canvas")),Zr.width=e.width,Zr.height=e.height;let s=Zr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Zr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=ba("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ps(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(ps(t[n]/255)*255):t[n]=ps(t[n]);return{data:t,width:e.width,height:e.height}}else return et("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},_x=0,gs=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:_x++}),this.uuid=Js(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(yu(s[o].image)):r.push(yu(s[o]))}else r=yu(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function yu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?_o.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(et("Texture: Unable to serialize Texture."),{})}var xx=0,vu=new N,Zn=class i extends Ni{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=vi,s=vi,r=Un,o=Ui,a=hi,l=ei,c=i.DEFAULT_ANISOTROPY,h=Bi){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:xx++}),this.uuid=Js(),this.name="",this.source=new gs(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new me(0,0),this.repeat=new me(1,1),this.center=new me(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ft,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(vu).x}get height(){return this.source.getSize(vu).y}get depth(){return this.source.getSize(vu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){et(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){et(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==fd)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ho:e.x=e.x-Math.floor(e.x);break;case vi:e.x=e.x<0?0:1;break;case uo:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case ho:e.y=e.y-Math.floor(e.y);break;case vi:e.y=e.y<0?0:1;break;case uo:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Zn.DEFAULT_IMAGE=null;Zn.DEFAULT_MAPPING=fd;Zn.DEFAULT_ANISOTROPY=1;var Fd=class Fd{constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],_=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let S=(c+1)/2,y=(f+1)/2,R=(g+1)/2,E=(h+d)/4,x=(u+_)/4,w=(p+m)/4;return S>y&&S>R?S<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(S),s=E/n,r=x/n):y>R?y<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(y),n=E/s,r=w/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=x/r,s=w/r),this.set(n,s,r,t),this}let b=Math.sqrt((m-p)*(m-p)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(b)<.001&&(b=1),this.x=(m-p)/b,this.y=(u-_)/b,this.z=(d-h)/b,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=yt(this.x,e.x,t.x),this.y=yt(this.y,e.y,t.y),this.z=yt(this.z,e.z,t.z),this.w=yt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=yt(this.x,e,t),this.y=yt(this.y,e,t),this.z=yt(this.z,e,t),this.w=yt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(yt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};Fd.prototype.isVector4=!0;var en=Fd,ac=class extends Ni{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Un,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new en(0,0,e,t),this.scissorTest=!1,this.viewport=new en(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Zn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Un,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new gs(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ci=class extends ac{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Ma=class extends Zn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=gn,this.minFilter=gn,this.wrapR=vi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var lc=class extends Zn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=gn,this.minFilter=gn,this.wrapR=vi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Pc=class Pc{constructor(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m)}set(e,t,n,s,r,o,a,l,c,h,u,d,f,p,_,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new Pc().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/Kr.setFromMatrixColumn(e,0).length(),r=1/Kr.setFromMatrixColumn(e,1).length(),o=1/Kr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(e.order==="XYZ"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=-l*u,t[8]=c,t[1]=f+p*c,t[5]=d-_*c,t[9]=-a*l,t[2]=_-d*c,t[6]=p+f*c,t[10]=o*l}else if(e.order==="YXZ"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d+_*a,t[4]=p*a-f,t[8]=o*c,t[1]=o*u,t[5]=o*h,t[9]=-a,t[2]=f*a-p,t[6]=_+d*a,t[10]=o*l}else if(e.order==="ZXY"){let d=l*h,f=l*u,p=c*h,_=c*u;t[0]=d-_*a,t[4]=-o*u,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*h,t[9]=_-d*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let d=o*h,f=o*u,p=a*h,_=a*u;t[0]=l*h,t[4]=p*c-f,t[8]=d*c+_,t[1]=l*u,t[5]=_*c+d,t[9]=f*c-p,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=_-d*u,t[8]=p*u+f,t[1]=u,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*u+p,t[10]=d-_*u}else if(e.order==="XZY"){let d=o*l,f=o*c,p=a*l,_=a*c;t[0]=l*h,t[4]=-u,t[8]=c*h,t[1]=d*u+_,t[5]=o*h,t[9]=f*u-p,t[2]=p*u-f,t[6]=a*h,t[10]=_*u+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(yx,e,vx)}lookAt(e,t,n){let s=this.elements;return oi.subVectors(e,t),oi.lengthSq()===0&&(oi.z=1),oi.normalize(),Ds.crossVectors(n,oi),Ds.lengthSq()===0&&(Math.abs(n.z)===1?oi.x+=1e-4:oi.z+=1e-4,oi.normalize(),Ds.crossVectors(n,oi)),Ds.normalize(),Al.crossVectors(oi,Ds),s[0]=Ds.x,s[4]=Al.x,s[8]=oi.x,s[1]=Ds.y,s[5]=Al.y,s[9]=oi.y,s[2]=Ds.z,s[6]=Al.z,s[10]=oi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],_=n[6],m=n[10],g=n[14],b=n[3],S=n[7],y=n[11],R=n[15],E=s[0],x=s[4],w=s[8],O=s[12],L=s[1],P=s[5],k=s[9],H=s[13],D=s[2],z=s[6],q=s[10],V=s[14],le=s[3],Z=s[7],j=s[11],ee=s[15];return r[0]=o*E+a*L+l*D+c*le,r[4]=o*x+a*P+l*z+c*Z,r[8]=o*w+a*k+l*q+c*j,r[12]=o*O+a*H+l*V+c*ee,r[1]=h*E+u*L+d*D+f*le,r[5]=h*x+u*P+d*z+f*Z,r[9]=h*w+u*k+d*q+f*j,r[13]=h*O+u*H+d*V+f*ee,r[2]=p*E+_*L+m*D+g*le,r[6]=p*x+_*P+m*z+g*Z,r[10]=p*w+_*k+m*q+g*j,r[14]=p*O+_*H+m*V+g*ee,r[3]=b*E+S*L+y*D+R*le,r[7]=b*x+S*P+y*z+R*Z,r[11]=b*w+S*k+y*q+R*j,r[15]=b*O+S*H+y*V+R*ee,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],u=e[6],d=e[10],f=e[14],p=e[3],_=e[7],m=e[11],g=e[15],b=l*f-c*d,S=a*f-c*u,y=a*d-l*u,R=o*f-c*h,E=o*d-l*h,x=o*u-a*h;return t*(_*b-m*S+g*y)-n*(p*b-m*R+g*E)+s*(p*S-_*R+g*x)-r*(p*y-_*E+m*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],u=e[9],d=e[10],f=e[11],p=e[12],_=e[13],m=e[14],g=e[15],b=t*a-n*o,S=t*l-s*o,y=t*c-r*o,R=n*l-s*a,E=n*c-r*a,x=s*c-r*l,w=h*_-u*p,O=h*m-d*p,L=h*g-f*p,P=u*m-d*_,k=u*g-f*_,H=d*g-f*m,D=b*H-S*k+y*P+R*L-E*O+x*w;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let z=1/D;return e[0]=(a*H-l*k+c*P)*z,e[1]=(s*k-n*H-r*P)*z,e[2]=(_*x-m*E+g*R)*z,e[3]=(d*E-u*x-f*R)*z,e[4]=(l*L-o*H-c*O)*z,e[5]=(t*H-s*L+r*O)*z,e[6]=(m*y-p*x-g*S)*z,e[7]=(h*x-d*y+f*S)*z,e[8]=(o*k-a*L+c*w)*z,e[9]=(n*L-t*k-r*w)*z,e[10]=(p*E-_*y+g*b)*z,e[11]=(u*y-h*E-f*b)*z,e[12]=(a*O-o*P-l*w)*z,e[13]=(t*P-n*O+s*w)*z,e[14]=(_*S-p*R-m*b)*z,e[15]=(h*R-u*S+d*b)*z,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,_=o*h,m=o*u,g=a*u,b=l*c,S=l*h,y=l*u,R=n.x,E=n.y,x=n.z;return s[0]=(1-(_+g))*R,s[1]=(f+y)*R,s[2]=(p-S)*R,s[3]=0,s[4]=(f-y)*E,s[5]=(1-(d+g))*E,s[6]=(m+b)*E,s[7]=0,s[8]=(p+S)*x,s[9]=(m-b)*x,s[10]=(1-(d+_))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Kr.set(s[0],s[1],s[2]).length(),a=Kr.set(s[4],s[5],s[6]).length(),l=Kr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Pi.copy(this);let c=1/o,h=1/a,u=1/l;return Pi.elements[0]*=c,Pi.elements[1]*=c,Pi.elements[2]*=c,Pi.elements[4]*=h,Pi.elements[5]*=h,Pi.elements[6]*=h,Pi.elements[8]*=u,Pi.elements[9]*=u,Pi.elements[10]*=u,t.setFromRotationMatrix(Pi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2*r/(t-e),u=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===bi)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===po)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2/(t-e),u=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===bi)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===po)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}};Pc.prototype.isMatrix4=!0;var wt=Pc,Kr=new N,Pi=new wt,yx=new N(0,0,0),vx=new N(1,1,1),Ds=new N,Al=new N,oi=new N,Cp=new wt,Pp=new Ln,_s=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(yt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-yt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(yt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-yt(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(yt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-yt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:et("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Cp.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Cp,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Pp.setFromEuler(this),this.setFromQuaternion(Pp,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};_s.DEFAULT_ORDER="XYZ";var xo=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},bx=0,Ip=new N,Jr=new Ln,cs=new wt,El=new N,ra=new N,Mx=new N,Sx=new Ln,Lp=new N(1,0,0),Np=new N(0,1,0),Dp=new N(0,0,1),Up={type:"added"},wx={type:"removed"},jr={type:"childadded",child:null},bu={type:"childremoved",child:null},Nn=class i extends Ni{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:bx++}),this.uuid=Js(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new N,t=new _s,n=new Ln,s=new N(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new wt},normalMatrix:{value:new ft}}),this.matrix=new wt,this.matrixWorld=new wt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new xo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Jr.setFromAxisAngle(e,t),this.quaternion.multiply(Jr),this}rotateOnWorldAxis(e,t){return Jr.setFromAxisAngle(e,t),this.quaternion.premultiply(Jr),this}rotateX(e){return this.rotateOnAxis(Lp,e)}rotateY(e){return this.rotateOnAxis(Np,e)}rotateZ(e){return this.rotateOnAxis(Dp,e)}translateOnAxis(e,t){return Ip.copy(e).applyQuaternion(this.quaternion),this.position.add(Ip.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Lp,e)}translateY(e){return this.translateOnAxis(Np,e)}translateZ(e){return this.translateOnAxis(Dp,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(cs.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?El.copy(e):El.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ra.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?cs.lookAt(ra,El,this.up):cs.lookAt(El,ra,this.up),this.quaternion.setFromRotationMatrix(cs),s&&(cs.extractRotation(s.matrixWorld),Jr.setFromRotationMatrix(cs),this.quaternion.premultiply(Jr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(ot("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Up),jr.child=e,this.dispatchEvent(jr),jr.child=null):ot("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(wx),bu.child=e,this.dispatchEvent(bu),bu.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),cs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),cs.multiply(e.parent.matrixWorld)),e.applyMatrix4(cs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Up),jr.child=e,this.dispatchEvent(jr),jr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ra,e,Mx),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ra,Sx,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(e.shapes,u)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),u=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Nn.DEFAULT_UP=new N(0,1,0);Nn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Nn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var In=class extends Nn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Tx={type:"move"},yo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new In,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new In,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new N,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new N),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new In,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new N,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new N,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let _ of e.hand.values()){let m=t.getJointPose(_,n),g=this._getHandJoint(c,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Tx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new In;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},$m={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Us={h:0,s:0,l:0},Rl={h:0,s:0,l:0};function Mu(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var ct=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Yn){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,Rt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=Rt.workingColorSpace){return this.r=e,this.g=t,this.b=n,Rt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=Rt.workingColorSpace){if(e=Td(e,1),t=yt(t,0,1),n=yt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=Mu(o,r,e+1/3),this.g=Mu(o,r,e),this.b=Mu(o,r,e-1/3)}return Rt.colorSpaceToWorking(this,s),this}setStyle(e,t=Yn){function n(r){r!==void 0&&parseFloat(r)<1&&et("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:et("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);et("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Yn){let n=$m[e.toLowerCase()];return n!==void 0?this.setHex(n,t):et("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=ps(e.r),this.g=ps(e.g),this.b=ps(e.b),this}copyLinearToSRGB(e){return this.r=lo(e.r),this.g=lo(e.g),this.b=lo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Yn){return Rt.workingToColorSpace(zn.copy(this),e),Math.round(yt(zn.r*255,0,255))*65536+Math.round(yt(zn.g*255,0,255))*256+Math.round(yt(zn.b*255,0,255))}getHexString(e=Yn){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=Rt.workingColorSpace){Rt.workingToColorSpace(zn.copy(this),t);let n=zn.r,s=zn.g,r=zn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=Rt.workingColorSpace){return Rt.workingToColorSpace(zn.copy(this),t),e.r=zn.r,e.g=zn.g,e.b=zn.b,e}getStyle(e=Yn){Rt.workingToColorSpace(zn.copy(this),e);let t=zn.r,n=zn.g,s=zn.b;return e!==Yn?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Us),this.setHSL(Us.h+e,Us.s+t,Us.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Us),e.getHSL(Rl);let n=ga(Us.h,Rl.h,t),s=ga(Us.s,Rl.s,t),r=ga(Us.l,Rl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},zn=new ct;ct.NAMES=$m;var Vs=class extends Nn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new _s,this.environmentIntensity=1,this.environmentRotation=new _s,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ii=new N,hs=new N,Su=new N,us=new N,Qr=new N,eo=new N,Fp=new N,wu=new N,Tu=new N,Au=new N,Eu=new en,Ru=new en,Cu=new en,ks=class i{constructor(e=new N,t=new N,n=new N){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ii.subVectors(e,t),s.cross(Ii);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ii.subVectors(s,t),hs.subVectors(n,t),Su.subVectors(e,t);let o=Ii.dot(Ii),a=Ii.dot(hs),l=Ii.dot(Su),c=hs.dot(hs),h=hs.dot(Su),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,us)===null?!1:us.x>=0&&us.y>=0&&us.x+us.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,us)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,us.x),l.addScaledVector(o,us.y),l.addScaledVector(a,us.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return Eu.setScalar(0),Ru.setScalar(0),Cu.setScalar(0),Eu.fromBufferAttribute(e,t),Ru.fromBufferAttribute(e,n),Cu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(Eu,r.x),o.addScaledVector(Ru,r.y),o.addScaledVector(Cu,r.z),o}static isFrontFacing(e,t,n,s){return Ii.subVectors(n,t),hs.subVectors(e,t),Ii.cross(hs).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ii.subVectors(this.c,this.b),hs.subVectors(this.a,this.b),Ii.cross(hs).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;Qr.subVectors(s,n),eo.subVectors(r,n),wu.subVectors(e,n);let l=Qr.dot(wu),c=eo.dot(wu);if(l<=0&&c<=0)return t.copy(n);Tu.subVectors(e,s);let h=Qr.dot(Tu),u=eo.dot(Tu);if(h>=0&&u<=h)return t.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(Qr,o);Au.subVectors(e,r);let f=Qr.dot(Au),p=eo.dot(Au);if(p>=0&&f<=p)return t.copy(r);let _=f*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),t.copy(n).addScaledVector(eo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Fp.subVectors(r,s),a=(u-h)/(u-h+(f-p)),t.copy(s).addScaledVector(Fp,a);let g=1/(m+_+d);return o=_*g,a=d*g,t.copy(n).addScaledVector(Qr,o).addScaledVector(eo,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Fn=class{constructor(e=new N(1/0,1/0,1/0),t=new N(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Li.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Li.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Li.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Li):Li.fromBufferAttribute(r,o),Li.applyMatrix4(e.matrixWorld),this.expandByPoint(Li);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Cl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Cl.copy(n.boundingBox)),Cl.applyMatrix4(e.matrixWorld),this.union(Cl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Li),Li.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(oa),Pl.subVectors(this.max,oa),to.subVectors(e.a,oa),no.subVectors(e.b,oa),io.subVectors(e.c,oa),Fs.subVectors(no,to),Os.subVectors(io,no),or.subVectors(to,io);let t=[0,-Fs.z,Fs.y,0,-Os.z,Os.y,0,-or.z,or.y,Fs.z,0,-Fs.x,Os.z,0,-Os.x,or.z,0,-or.x,-Fs.y,Fs.x,0,-Os.y,Os.x,0,-or.y,or.x,0];return!Pu(t,to,no,io,Pl)||(t=[1,0,0,0,1,0,0,0,1],!Pu(t,to,no,io,Pl))?!1:(Il.crossVectors(Fs,Os),t=[Il.x,Il.y,Il.z],Pu(t,to,no,io,Pl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Li).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Li).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(ds[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),ds[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),ds[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),ds[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),ds[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),ds[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),ds[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),ds[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(ds),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},ds=[new N,new N,new N,new N,new N,new N,new N,new N],Li=new N,Cl=new Fn,to=new N,no=new N,io=new N,Fs=new N,Os=new N,or=new N,oa=new N,Pl=new N,Il=new N,ar=new N;function Pu(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ar.fromArray(i,r);let a=s.x*Math.abs(ar.x)+s.y*Math.abs(ar.y)+s.z*Math.abs(ar.z),l=e.dot(ar),c=t.dot(ar),h=n.dot(ar);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var mn=new N,Ll=new me,Ax=0,It=class extends Ni{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Ax++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=Vm,this.updateRanges=[],this.gpuType=wi,this.version=0,this._normalizationScale=e!==void 0?Ed(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)Ll.fromBufferAttribute(this,t),Ll.applyMatrix3(e),this.setXY(t,Ll.x,Ll.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix3(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyMatrix4(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.applyNormalMatrix(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)mn.fromBufferAttribute(this,t),mn.transformDirection(e),this.setXYZ(t,mn.x,mn.y,mn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):qm(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Ym(e,this.array)}};var Sa=class extends It{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var wa=class extends It{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var zt=class extends It{constructor(e,t,n){super(new Float32Array(e),t,n)}},Ex=new Fn,aa=new N,Iu=new N,Ji=class{constructor(e=new N,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):Ex.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;aa.subVectors(e,this.center);let t=aa.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(aa,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Iu.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(aa.copy(e.center).add(Iu)),this.expandByPoint(aa.copy(e.center).sub(Iu))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Rx=0,yi=new wt,Lu=new Nn,so=new N,ai=new Fn,la=new Fn,Pn=new N,Jt=class i extends Ni{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Rx++}),this.uuid=Js(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Q_(e)?wa:Sa)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ft().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return yi.makeRotationFromQuaternion(e),this.applyMatrix4(yi),this}rotateX(e){return yi.makeRotationX(e),this.applyMatrix4(yi),this}rotateY(e){return yi.makeRotationY(e),this.applyMatrix4(yi),this}rotateZ(e){return yi.makeRotationZ(e),this.applyMatrix4(yi),this}translate(e,t,n){return yi.makeTranslation(e,t,n),this.applyMatrix4(yi),this}scale(e,t,n){return yi.makeScale(e,t,n),this.applyMatrix4(yi),this}lookAt(e){return Lu.lookAt(e),Lu.updateMatrix(),this.applyMatrix4(Lu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(so).negate(),this.translate(so.x,so.y,so.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new zt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&et("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Fn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ot("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new N(-1/0,-1/0,-1/0),new N(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];ai.setFromBufferAttribute(r),this.morphTargetsRelative?(Pn.addVectors(this.boundingBox.min,ai.min),this.boundingBox.expandByPoint(Pn),Pn.addVectors(this.boundingBox.max,ai.max),this.boundingBox.expandByPoint(Pn)):(this.boundingBox.expandByPoint(ai.min),this.boundingBox.expandByPoint(ai.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ot('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ji);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ot("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new N,1/0);return}if(e){let n=this.boundingSphere.center;if(ai.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];la.setFromBufferAttribute(a),this.morphTargetsRelative?(Pn.addVectors(ai.min,la.min),ai.expandByPoint(Pn),Pn.addVectors(ai.max,la.max),ai.expandByPoint(Pn)):(ai.expandByPoint(la.min),ai.expandByPoint(la.max))}ai.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Pn.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Pn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Pn.fromBufferAttribute(a,c),l&&(so.fromBufferAttribute(e,c),Pn.add(so)),s=Math.max(s,n.distanceToSquared(Pn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ot('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){ot("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new It(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new N,l[O]=new N;let h=new N,u=new N,d=new N,f=new me,p=new me,_=new me,m=new N,g=new N;function b(O,L,P){c[O]=c[L]=c[P]=1,h.fromBufferAttribute(n,O),u.fromBufferAttribute(n,L),d.fromBufferAttribute(n,P),f.fromBufferAttribute(r,O),p.fromBufferAttribute(r,L),_.fromBufferAttribute(r,P),u.sub(h),d.sub(h),p.sub(f),_.sub(f);let k=1/(p.x*_.y-_.x*p.y);isFinite(k)&&(m.copy(u).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(k),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(k),a[O].add(m),a[L].add(m),a[P].add(m),l[O].add(g),l[L].add(g),l[P].add(g))}let S=this.groups;S.length===0&&(S=[{start:0,count:e.count}]);for(let O=0,L=S.length;O<L;++O){let P=S[O],k=P.start,H=P.count;for(let D=k,z=k+H;D<z;D+=3)b(e.getX(D+0),e.getX(D+1),e.getX(D+2))}let y=new N,R=new N,E=new N,x=new N;function w(O){E.fromBufferAttribute(s,O),x.copy(E);let L=a[O];y.copy(L),y.sub(E.multiplyScalar(E.dot(L))).normalize(),R.crossVectors(x,L);let k=R.dot(l[O])<0?-1:1;o.setXYZW(O,y.x,y.y,y.z,k)}for(let O=0,L=n.count;O<L;++O)c[O]&&w(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new It(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new N,r=new N,o=new N,a=new N,l=new N,c=new N,h=new N,u=new N;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),_=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,_),o.fromBufferAttribute(t,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Pn.fromBufferAttribute(e,t),Pn.normalize(),e.setXYZ(t,Pn.x,Pn.y,Pn.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new It(d,h,u)}if(this.index===null)return et("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=e(d,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Nu=new N,Cx=new N,Px=new ft,li=class{constructor(e=new N(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=Nu.subVectors(n,t).cross(Cx.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(Nu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Px.getNormalMatrix(e),s=this.coplanarPoint(Nu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},Ix=0,Di=class extends Ni{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Ix++}),this.uuid=Js(),this.name="",this.type="Material",this.blending=Co,this.side=Zs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=id,this.blendDst=sd,this.blendEquation=br,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ct(0,0,0),this.blendAlpha=0,this.depthFunc=co,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Um,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ql,this.stencilZFail=Ql,this.stencilZPass=Ql,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){et(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){et(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new ct().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new li().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new me().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new me().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var fs=new N,Du=new N,Nl=new N,Dl=new N,xs=class{constructor(e=new N,t=new N(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,fs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=fs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(fs.copy(this.origin).addScaledVector(this.direction,t),fs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){Du.copy(e).add(t).multiplyScalar(.5),Nl.copy(t).sub(e).normalize(),Dl.copy(this.origin).sub(Du);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Nl),a=Dl.dot(this.direction),l=-Dl.dot(Nl),c=Dl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Du).addScaledVector(Nl,d),f}intersectSphere(e,t){if(e.radius<0)return null;fs.subVectors(e.center,this.origin);let n=fs.dot(this.direction),s=fs.dot(fs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,s=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,s=(e.min.x-d.x)*c),h>=0?(r=(e.min.y-d.y)*h,o=(e.max.y-d.y)*h):(r=(e.max.y-d.y)*h,o=(e.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(e.min.z-d.z)*u,l=(e.max.z-d.z)*u):(a=(e.max.z-d.z)*u,l=(e.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,fs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,_=t.y-o.y,m=t.z-o.z,g=n.x-o.x,b=n.y-o.y,S=n.z-o.z,y=Math.abs(l),R=Math.abs(c),E=Math.abs(h),x,w,O,L,P,k,H,D,z,q,V,le;if(y>=R&&y>=E?(O=l,k=u,z=p,le=g,l>=0?(x=c,w=h,L=d,P=f,H=_,D=m,q=b,V=S):(x=h,w=c,L=f,P=d,H=m,D=_,q=S,V=b)):R>=E?(O=c,k=d,z=_,le=b,c>=0?(x=h,w=l,L=f,P=u,H=m,D=p,q=S,V=g):(x=l,w=h,L=u,P=f,H=p,D=m,q=g,V=S)):(O=h,k=f,z=m,le=S,h>=0?(x=l,w=c,L=u,P=d,H=p,D=_,q=g,V=b):(x=c,w=l,L=d,P=u,H=_,D=p,q=b,V=g)),O===0)return null;let Z=x/O,j=w/O,ee=1/O,de=L-Z*k,ce=P-j*k,Q=H-Z*z,ge=D-j*z,xe=q-Z*le,Ie=V-j*le,Se=xe*ge-Ie*Q,Ve=de*Ie-ce*xe,it=Q*ce-ge*de;if(s){if(Se<0||Ve<0||it<0)return null}else if((Se<0||Ve<0||it<0)&&(Se>0||Ve>0||it>0))return null;let Ze=Se+Ve+it;if(Ze===0)return null;let st=ee*(Se*k+Ve*z+it*le);return(Ze>0?st<0:st>0)?null:this.at(st/Ze,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},dr=class extends Di{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ct(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new _s,this.combine=rd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Op=new wt,lr=new xs,Ul=new Ji,Bp=new N,Fl=new N,Ol=new N,Bl=new N,Uu=new N,zl=new N,zp=new N,kl=new N,Tt=class extends Nn{constructor(e=new Jt,t=new dr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){zl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Uu.fromBufferAttribute(u,e),o?zl.addScaledVector(Uu,h):zl.addScaledVector(Uu.sub(t),h))}t.add(zl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ul.copy(n.boundingSphere),Ul.applyMatrix4(r),lr.copy(e.ray).recast(e.near),!(Ul.containsPoint(lr.origin)===!1&&(lr.intersectSphere(Ul,Bp)===null||lr.origin.distanceToSquared(Bp)>(e.far-e.near)**2))&&(Op.copy(r).invert(),lr.copy(e.ray).applyMatrix4(Op),!(n.boundingBox!==null&&lr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,lr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],b=Math.max(m.start,f.start),S=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let y=b,R=S;y<R;y+=3){let E=a.getX(y),x=a.getX(y+1),w=a.getX(y+2);s=Vl(this,g,e,n,c,h,u,E,x,w),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let b=a.getX(m),S=a.getX(m+1),y=a.getX(m+2);s=Vl(this,o,e,n,c,h,u,b,S,y),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],b=Math.max(m.start,f.start),S=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let y=b,R=S;y<R;y+=3){let E=y,x=y+1,w=y+2;s=Vl(this,g,e,n,c,h,u,E,x,w),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let b=m,S=m+1,y=m+2;s=Vl(this,o,e,n,c,h,u,b,S,y),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function Lx(i,e,t,n,s,r,o,a){let l;if(e.side===Jn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===Zs,a),l===null)return null;kl.copy(a),kl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(kl);return c<t.near||c>t.far?null:{distance:c,point:kl.clone(),object:i}}function Vl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,Fl),i.getVertexPosition(l,Ol),i.getVertexPosition(c,Bl);let h=Lx(i,e,t,n,Fl,Ol,Bl,zp);if(h){let u=new N;ks.getBarycoord(zp,Fl,Ol,Bl,u),s&&(h.uv=ks.getInterpolatedAttribute(s,a,l,c,u,new me)),r&&(h.uv1=ks.getInterpolatedAttribute(r,a,l,c,u,new me)),o&&(h.normal=ks.getInterpolatedAttribute(o,a,l,c,u,new N),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new N,materialIndex:0};ks.getNormal(Fl,Ol,Bl,d.normal),h.face=d,h.barycoord=u}return h}var Ta=class extends Zn{constructor(e=null,t=1,n=1,s,r,o,a,l,c=gn,h=gn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Aa=class extends It{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},ro=new wt,kp=new wt,Gl=[],Vp=new Fn,Nx=new wt,ca=new Tt,ha=new Ji,ji=class extends Tt{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new Aa(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,Nx)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new Fn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,ro),Vp.copy(e.boundingBox).applyMatrix4(ro),this.boundingBox.union(Vp)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ji),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,ro),ha.copy(e.boundingSphere).applyMatrix4(ro),this.boundingSphere.union(ha)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if(ca.geometry=this.geometry,ca.material=this.material,ca.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),ha.copy(this.boundingSphere),ha.applyMatrix4(n),e.ray.intersectsSphere(ha)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,ro),kp.multiplyMatrices(n,ro),ca.matrixWorld=kp,ca.raycast(e,Gl);for(let o=0,a=Gl.length;o<a;o++){let l=Gl[o];l.instanceId=r,l.object=this,t.push(l)}Gl.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new Aa(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Ta(new Float32Array(s*this.count),s,this.count,Oc,wi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},cr=new Ji,Dx=new me(.5,.5),Hl=new N,Gs=class{constructor(e=new li,t=new li,n=new li,s=new li,r=new li,o=new li){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=bi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],_=r[9],m=r[10],g=r[11],b=r[12],S=r[13],y=r[14],R=r[15];if(s[0].setComponents(c-o,f-h,g-p,R-b).normalize(),s[1].setComponents(c+o,f+h,g+p,R+b).normalize(),s[2].setComponents(c+a,f+u,g+_,R+S).normalize(),s[3].setComponents(c-a,f-u,g-_,R-S).normalize(),n)s[4].setComponents(l,d,m,y).normalize(),s[5].setComponents(c-l,f-d,g-m,R-y).normalize();else if(s[4].setComponents(c-l,f-d,g-m,R-y).normalize(),t===bi)s[5].setComponents(c+l,f+d,g+m,R+y).normalize();else if(t===po)s[5].setComponents(l,d,m,y).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),cr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),cr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(cr)}intersectsSprite(e){cr.center.set(0,0,0);let t=Dx.distanceTo(e.center);return cr.radius=.7071067811865476+t,cr.applyMatrix4(e.matrixWorld),this.intersectsSphere(cr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Hl.x=s.normal.x>0?e.max.x:e.min.x,Hl.y=s.normal.y>0?e.max.y:e.min.y,Hl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Hl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Gp=new wt,cc=class i{constructor(){this.coordinateSystem=bi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Gp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Gs),n[s].setFromProjectionMatrix(Gp,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Gs),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var fr=class extends Di{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ct(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},hc=new N,uc=new N,Hp=new wt,ua=new xs,Wl=new Ji,Fu=new N,Wp=new N,pr=class extends Nn{constructor(e=new Jt,t=new fr){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)hc.fromBufferAttribute(t,s-1),uc.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=hc.distanceTo(uc);e.setAttribute("lineDistance",new zt(n,1))}else et("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Wl.copy(n.boundingSphere),Wl.applyMatrix4(s),Wl.radius+=r,e.ray.intersectsSphere(Wl)===!1)return;Hp.copy(s).invert(),ua.copy(e.ray).applyMatrix4(Hp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=h.getX(_),b=h.getX(_+1),S=Xl(this,e,ua,l,g,b,_);S&&t.push(S)}if(this.isLineLoop){let _=h.getX(p-1),m=h.getX(f),g=Xl(this,e,ua,l,_,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=Xl(this,e,ua,l,_,_+1,_);g&&t.push(g)}if(this.isLineLoop){let _=Xl(this,e,ua,l,p-1,f,p-1);_&&t.push(_)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Xl(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(hc.fromBufferAttribute(a,s),uc.fromBufferAttribute(a,r),t.distanceSqToSegment(hc,uc,Fu,Wp)>n)return;Fu.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Fu);if(!(c<e.near||c>e.far))return{distance:c,point:Wp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var vo=class extends Di{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new ct(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},Xp=new wt,Xu=new xs,ql=new Ji,Yl=new N,mr=class extends Nn{constructor(e=new Jt,t=new vo){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),ql.copy(n.boundingSphere),ql.applyMatrix4(s),ql.radius+=r,e.ray.intersectsSphere(ql)===!1)return;Xp.copy(s).invert(),Xu.copy(e.ray).applyMatrix4(Xp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,u=n.attributes.position;if(c!==null){let d=Math.max(0,o.start),f=Math.min(c.count,o.start+o.count);for(let p=d,_=f;p<_;p++){let m=c.getX(p);Yl.fromBufferAttribute(u,m),qp(Yl,m,l,s,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(u.count,o.start+o.count);for(let p=d,_=f;p<_;p++)Yl.fromBufferAttribute(u,p),qp(Yl,p,l,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function qp(i,e,t,n,s,r,o){let a=Xu.distanceSqToPoint(i);if(a<t){let l=new N;Xu.closestPointToPoint(i,l),l.applyMatrix4(n);let c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var Hs=class extends Zn{constructor(e=[],t,n,s,r,o,a,l,c,h,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isCompressedTexture=!0,this.image={width:t,height:n},this.mipmaps=e,this.flipY=!1,this.generateMipmaps=!1}};var Ea=class extends Zn{constructor(e=[],t=Mr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var ys=class extends Zn{constructor(e,t,n=Fi,s,r,o,a=gn,l=gn,c,h=ms,u=1){if(h!==ms&&h!==ws)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new gs(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},Ra=class extends ys{constructor(e,t=Fi,n=Mr,s,r,o=gn,a=gn,l,c=ms){let h={width:e,height:e,depth:1},u=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Ca=class extends Zn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Qi=class i extends Jt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new zt(c,3)),this.setAttribute("normal",new zt(h,3)),this.setAttribute("uv",new zt(u,2));function p(_,m,g,b,S,y,R,E,x,w,O){let L=y/x,P=R/w,k=y/2,H=R/2,D=E/2,z=x+1,q=w+1,V=0,le=0,Z=new N;for(let j=0;j<q;j++){let ee=j*P-H;for(let de=0;de<z;de++){let ce=de*L-k;Z[_]=ce*b,Z[m]=ee*S,Z[g]=D,c.push(Z.x,Z.y,Z.z),Z[_]=0,Z[m]=0,Z[g]=E>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(de/x),u.push(1-j/w),V+=1}}for(let j=0;j<w;j++)for(let ee=0;ee<x;ee++){let de=d+ee+z*j,ce=d+ee+z*(j+1),Q=d+(ee+1)+z*(j+1),ge=d+(ee+1)+z*j;l.push(de,ce,ge),l.push(ce,Q,ge),le+=6}a.addGroup(f,le,O),f+=le,d+=V}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},Pa=class i extends Jt{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,u=Math.PI/2*e,d=t,f=2*u+d,p=n*2+r,_=s+1,m=new N,g=new N;for(let b=0;b<=p;b++){let S=0,y=0,R=0,E=0;if(b<=n){let O=b/n,L=O*Math.PI/2;y=-h-e*Math.cos(L),R=e*Math.sin(L),E=-e*Math.cos(L),S=O*u}else if(b<=n+r){let O=(b-n)/r;y=-h+O*t,R=e,E=0,S=u+O*d}else{let O=(b-n-r)/n,L=O*Math.PI/2;y=h+e*Math.sin(L),R=e*Math.cos(L),E=e*Math.sin(L),S=u+d+O*u}let x=Math.max(0,Math.min(1,S/f)),w=0;b===0?w=.5/s:b===p&&(w=-.5/s);for(let O=0;O<=s;O++){let L=O/s,P=L*Math.PI*2,k=Math.sin(P),H=Math.cos(P);g.x=-R*H,g.y=y,g.z=R*k,a.push(g.x,g.y,g.z),m.set(-R*H,E,R*k),m.normalize(),l.push(m.x,m.y,m.z),c.push(L+w,x)}if(b>0){let O=(b-1)*_;for(let L=0;L<s;L++){let P=O+L,k=O+L+1,H=b*_+L,D=b*_+L+1;o.push(P,k,H),o.push(k,D,H)}}}this.setIndex(o),this.setAttribute("position",new zt(a,3)),this.setAttribute("normal",new zt(l,3)),this.setAttribute("uv",new zt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var vs=class i extends Jt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,_=[],m=n/2,g=0;b(),o===!1&&(e>0&&S(!0),t>0&&S(!1)),this.setIndex(h),this.setAttribute("position",new zt(u,3)),this.setAttribute("normal",new zt(d,3)),this.setAttribute("uv",new zt(f,2));function b(){let y=new N,R=new N,E=0,x=(t-e)/n;for(let w=0;w<=r;w++){let O=[],L=w/r,P=L*(t-e)+e;for(let k=0;k<=s;k++){let H=k/s,D=H*l+a,z=Math.sin(D),q=Math.cos(D);R.x=P*z,R.y=-L*n+m,R.z=P*q,u.push(R.x,R.y,R.z),y.set(z,x,q).normalize(),d.push(y.x,y.y,y.z),f.push(H,1-L),O.push(p++)}_.push(O)}for(let w=0;w<s;w++)for(let O=0;O<r;O++){let L=_[O][w],P=_[O+1][w],k=_[O+1][w+1],H=_[O][w+1];(e>0||O!==0)&&(h.push(L,P,H),E+=3),(t>0||O!==r-1)&&(h.push(P,k,H),E+=3)}c.addGroup(g,E,0),g+=E}function S(y){let R=p,E=new me,x=new N,w=0,O=y===!0?e:t,L=y===!0?1:-1;for(let k=1;k<=s;k++)u.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),p++;let P=p;for(let k=0;k<=s;k++){let D=k/s*l+a,z=Math.cos(D),q=Math.sin(D);x.x=O*q,x.y=m*L,x.z=O*z,u.push(x.x,x.y,x.z),d.push(0,L,0),E.x=z*.5+.5,E.y=q*.5*L+.5,f.push(E.x,E.y),p++}for(let k=0;k<s;k++){let H=R+k,D=P+k;y===!0?h.push(D,D+1,H):h.push(D+1,D,H),w+=3}c.addGroup(g,w,y===!0?1:2),g+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},Ia=class i extends vs{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var Kn=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){et("Curve: .getPoint() not implemented.")}getPointAt(e,t){let n=this.getUtoTmapping(e);return this.getPoint(n,t)}getPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return t}getSpacedPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPointAt(n/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],n,s=this.getPoint(0),r=0;t.push(0);for(let o=1;o<=e;o++)n=this.getPoint(o/e),r+=n.distanceTo(s),t.push(r),s=n;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let n=this.getLengths(),s=0,r=n.length,o;t?o=t:o=e*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(e,t){let s=e-1e-4,r=e+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=t||(o.isVector2?new me:new N);return l.copy(a).sub(o).normalize(),l}getTangentAt(e,t){let n=this.getUtoTmapping(e);return this.getTangent(n,t)}computeFrenetFrames(e,t=!1){let n=new N,s=[],r=[],o=[],a=new N,l=new wt;for(let f=0;f<=e;f++){let p=f/e;s[f]=this.getTangentAt(p,new N)}r[0]=new N,o[0]=new N;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=e;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(yt(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(t===!0){let f=Math.acos(yt(r[0].dot(r[e]),-1,1));f/=e,s[0].dot(a.crossVectors(r[0],r[e]))>0&&(f=-f);for(let p=1;p<=e;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},bo=class extends Kn{constructor(e=0,t=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=e,this.aY=t,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(e,t=new me){let n=t,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+e*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},dc=class extends bo{constructor(e,t,n,s,r,o){super(e,t,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Rd(){let i=0,e=0,t=0,n=0;function s(r,o,a,l){i=r,e=a,t=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+e*r+t*o+n*a}}}var Yp=new N,$p=new N,Ou=new Rd,Bu=new Rd,zu=new Rd,fc=class extends Kn{constructor(e=[],t=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=e,this.closed=t,this.curveType=n,this.tension=s}getPoint(e,t=new N){let n=t,s=this.points,r=s.length,o=(r-(this.closed?0:1))*e,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:($p.subVectors(s[0],s[1]).add(s[0]),c=$p);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(Yp.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=Yp),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),_=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);_<1e-4&&(_=1),p<1e-4&&(p=_),m<1e-4&&(m=_),Ou.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,_,m),Bu.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,_,m),zu.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,_,m)}else this.curveType==="catmullrom"&&(Ou.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Bu.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),zu.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Ou.calc(l),Bu.calc(l),zu.calc(l)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new N().fromArray(s))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Zp(i,e,t,n,s){let r=(n-e)*.5,o=(s-t)*.5,a=i*i,l=i*a;return(2*t-2*n+r+o)*l+(-3*t+3*n-2*r-o)*a+r*i+t}function Ux(i,e){let t=1-i;return t*t*e}function Fx(i,e){return 2*(1-i)*i*e}function Ox(i,e){return i*i*e}function _a(i,e,t,n){return Ux(i,e)+Fx(i,t)+Ox(i,n)}function Bx(i,e){let t=1-i;return t*t*t*e}function zx(i,e){let t=1-i;return 3*t*t*i*e}function kx(i,e){return 3*(1-i)*i*i*e}function Vx(i,e){return i*i*i*e}function xa(i,e,t,n,s){return Bx(i,e)+zx(i,t)+kx(i,n)+Vx(i,s)}var La=class extends Kn{constructor(e=new me,t=new me,n=new me,s=new me){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new me){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(xa(e,s.x,r.x,o.x,a.x),xa(e,s.y,r.y,o.y,a.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},pc=class extends Kn{constructor(e=new N,t=new N,n=new N,s=new N){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=e,this.v1=t,this.v2=n,this.v3=s}getPoint(e,t=new N){let n=t,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(xa(e,s.x,r.x,o.x,a.x),xa(e,s.y,r.y,o.y,a.y),xa(e,s.z,r.z,o.z,a.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},Na=class extends Kn{constructor(e=new me,t=new me){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=e,this.v2=t}getPoint(e,t=new me){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new me){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},mc=class extends Kn{constructor(e=new N,t=new N){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=e,this.v2=t}getPoint(e,t=new N){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new N){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Da=class extends Kn{constructor(e=new me,t=new me,n=new me){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new me){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(_a(e,s.x,r.x,o.x),_a(e,s.y,r.y,o.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Ua=class extends Kn{constructor(e=new N,t=new N,n=new N){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new N){let n=t,s=this.v0,r=this.v1,o=this.v2;return n.set(_a(e,s.x,r.x,o.x),_a(e,s.y,r.y,o.y),_a(e,s.z,r.z,o.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},Fa=class extends Kn{constructor(e=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=e}getPoint(e,t=new me){let n=t,s=this.points,r=(s.length-1)*e,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Zp(a,l.x,c.x,h.x,u.x),Zp(a,l.y,c.y,h.y,u.y)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let s=this.points[t];e.points.push(s.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let s=e.points[t];this.points.push(new me().fromArray(s))}return this}},gc=Object.freeze({__proto__:null,ArcCurve:dc,CatmullRomCurve3:fc,CubicBezierCurve:La,CubicBezierCurve3:pc,EllipseCurve:bo,LineCurve:Na,LineCurve3:mc,QuadraticBezierCurve:Da,QuadraticBezierCurve3:Ua,SplineCurve:Fa}),_c=class extends Kn{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(e){this.curves.push(e)}closePath(){let e=this.curves[0].getPoint(0),t=this.curves[this.curves.length-1].getPoint(1);if(!e.equals(t)){let n=e.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new gc[n](t,e))}return this}getPoint(e,t){let n=e*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,t)}r++}return null}getLength(){let e=this.getCurveLengths();return e[e.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let e=[],t=0;for(let n=0,s=this.curves.length;n<s;n++)t+=this.curves[n].getLength(),e.push(t);return this.cacheLengths=e,e}getSpacedPoints(e=40){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return this.autoClose&&t.push(t[0]),t}getPoints(e=12){let t=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?e*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?e*o.points.length:e,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(t.push(h),n=h)}}return this.autoClose&&t.length>1&&!t[t.length-1].equals(t[0])&&t.push(t[0]),t}copy(e){super.copy(e),this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let s=e.curves[t];this.curves.push(s.clone())}return this.autoClose=e.autoClose,this.cacheLengths=null,this}toJSON(){let e=super.toJSON();e.autoClose=this.autoClose,e.curves=[];for(let t=0,n=this.curves.length;t<n;t++){let s=this.curves[t];e.curves.push(s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.autoClose=e.autoClose,this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let s=e.curves[t];this.curves.push(new gc[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Oa=class extends _c{constructor(e){super(),this.type="Path",this.currentPoint=new me,e&&this.setFromPoints(e)}setFromPoints(e){this.moveTo(e[0].x,e[0].y);for(let t=1,n=e.length;t<n;t++)this.lineTo(e[t].x,e[t].y);return this}moveTo(e,t){return this.currentPoint.set(e,t),this}lineTo(e,t){let n=new Na(this.currentPoint.clone(),new me(e,t));return this.curves.push(n),this.currentPoint.set(e,t),this}quadraticCurveTo(e,t,n,s){let r=new Da(this.currentPoint.clone(),new me(e,t),new me(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(e,t,n,s,r,o){let a=new La(this.currentPoint.clone(),new me(e,t),new me(n,s),new me(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(e){let t=[this.currentPoint.clone()].concat(e),n=new Fa(t);return this.curves.push(n),this.currentPoint.copy(e[e.length-1]),this}arc(e,t,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(e+a,t+l,n,s,r,o),this}absarc(e,t,n,s,r,o){return this.absellipse(e,t,n,n,s,r,o),this}ellipse(e,t,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(e+c,t+h,n,s,r,o,a,l),this}absellipse(e,t,n,s,r,o,a,l){let c=new bo(e,t,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(e){return super.copy(e),this.currentPoint.copy(e.currentPoint),this}toJSON(){let e=super.toJSON();return e.currentPoint=this.currentPoint.toArray(),e}fromJSON(e){return super.fromJSON(e),this.currentPoint.fromArray(e.currentPoint),this}},Mo=class extends Oa{constructor(e){super(e),this.uuid=Js(),this.type="Shape",this.holes=[]}getPointsHoles(e){let t=[];for(let n=0,s=this.holes.length;n<s;n++)t[n]=this.holes[n].getPoints(e);return t}extractPoints(e){return{shape:this.getPoints(e),holes:this.getPointsHoles(e)}}copy(e){super.copy(e),this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let s=e.holes[t];this.holes.push(s.clone())}return this}toJSON(){let e=super.toJSON();e.uuid=this.uuid,e.holes=[];for(let t=0,n=this.holes.length;t<n;t++){let s=this.holes[t];e.holes.push(s.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.uuid=e.uuid,this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let s=e.holes[t];this.holes.push(new Oa().fromJSON(s))}return this}};function Gx(i,e,t=2){let n=e&&e.length,s=n?e[0]*t:i.length,r=Zm(i,0,s,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=Yx(i,e,r,t)),i.length>80*t){a=i[0],l=i[1];let h=a,u=l;for(let d=t;d<s;d+=t){let f=i[d],p=i[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return Ba(r,o,t,a,l,c,0),o}function Zm(i,e,t,n,s){let r;if(s===sy(i,e,t,n)>0)for(let o=e;o<t;o+=n)r=Kp(o/n|0,i[o],i[o+1],r);else for(let o=t-n;o>=e;o-=n)r=Kp(o/n|0,i[o],i[o+1],r);return r&&So(r,r.next)&&(ka(r),r=r.next),r}function gr(i,e){if(!i)return i;e||(e=i);let t=i,n;do if(n=!1,!t.steiner&&(So(t,t.next)||sn(t.prev,t,t.next)===0)){if(ka(t),t=e=t.prev,t===t.next)break;n=!0}else t=t.next;while(n||t!==e);return e}function Ba(i,e,t,n,s,r,o){if(!i)return;!o&&r&&jx(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?Wx(i,n,s,r):Hx(i)){e.push(l.i,i.i,c.i),ka(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=Xx(gr(i),e),Ba(i,e,t,n,s,r,2)):o===2&&qx(i,e,t,n,s,r):Ba(gr(i),e,t,n,s,r,1);break}}}function Hx(i){let e=i.prev,t=i,n=i.next;if(sn(e,t,n)>=0)return!1;let s=e.x,r=t.x,o=n.x,a=e.y,l=t.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==e;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&da(s,a,r,l,o,c,p.x,p.y)&&sn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function Wx(i,e,t,n){let s=i.prev,r=i,o=i.next;if(sn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),_=Math.max(a,l,c),m=Math.max(h,u,d),g=qu(f,p,e,t,n),b=qu(_,m,e,t,n),S=i.prevZ,y=i.nextZ;for(;S&&S.z>=g&&y&&y.z<=b;){if(S.x>=f&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&da(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0||(S=S.prevZ,y.x>=f&&y.x<=_&&y.y>=p&&y.y<=m&&y!==s&&y!==o&&da(a,h,l,u,c,d,y.x,y.y)&&sn(y.prev,y,y.next)>=0))return!1;y=y.nextZ}for(;S&&S.z>=g;){if(S.x>=f&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&da(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0)return!1;S=S.prevZ}for(;y&&y.z<=b;){if(y.x>=f&&y.x<=_&&y.y>=p&&y.y<=m&&y!==s&&y!==o&&da(a,h,l,u,c,d,y.x,y.y)&&sn(y.prev,y,y.next)>=0)return!1;y=y.nextZ}return!0}function Xx(i,e){let t=i;do{let n=t.prev,s=t.next.next;!So(n,s)&&Jm(n,t,t.next,s)&&za(n,s)&&za(s,n)&&(e.push(n.i,t.i,s.i),ka(t),ka(t.next),t=i=s),t=t.next}while(t!==i);return gr(t)}function qx(i,e,t,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&ty(o,a)){let l=jm(o,a);o=gr(o,o.next),l=gr(l,l.next),Ba(o,e,t,n,s,r,0),Ba(l,e,t,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function Yx(i,e,t,n){let s=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*n,l=r<o-1?e[r+1]*n:i.length,c=Zm(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(ey(c))}s.sort($x);for(let r=0;r<s.length;r++)t=Zx(s[r],t);return t}function $x(i,e){let t=i.x-e.x;if(t===0&&(t=i.y-e.y,t===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(e.next.y-e.y)/(e.next.x-e.x);t=n-s}return t}function Zx(i,e){let t=Kx(i,e);if(!t)return e;let n=jm(t,i);return gr(n,n.next),gr(t,t.next)}function Kx(i,e){let t=e,n=i.x,s=i.y,r=-1/0,o;if(So(i,t))return t;do{if(So(i,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let u=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(u<=n&&u>r&&(r=u,o=t.x<t.next.x?t:t.next,u===n))return o}t=t.next}while(t!==e);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;t=o;do{if(n>=t.x&&t.x>=l&&n!==t.x&&Km(s<c?n:r,s,l,c,s<c?r:n,s,t.x,t.y)){let u=Math.abs(s-t.y)/(n-t.x);za(t,i)&&(u<h||u===h&&(t.x>o.x||t.x===o.x&&Jx(o,t)))&&(o=t,h=u)}t=t.next}while(t!==a);return o}function Jx(i,e){return sn(i.prev,i,e.prev)<0&&sn(e.next,i,i.next)<0}function jx(i,e,t,n){let s=i;do s.z===0&&(s.z=qu(s.x,s.y,e,t,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Qx(s)}function Qx(i){let e,t=1;do{let n=i,s;i=null;let r=null;for(e=0;n;){e++;let o=n,a=0;for(let c=0;c<t&&(a++,o=o.nextZ,!!o);c++);let l=t;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,t*=2}while(e>1);return i}function qu(i,e,t,n,s){return i=(i-t)*s|0,e=(e-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,i|e<<1}function ey(i){let e=i,t=i;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==i);return t}function Km(i,e,t,n,s,r,o,a){return(s-o)*(e-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(s-o)*(n-a)}function da(i,e,t,n,s,r,o,a){return!(i===o&&e===a)&&Km(i,e,t,n,s,r,o,a)}function ty(i,e){return i.next.i!==e.i&&i.prev.i!==e.i&&!ny(i,e)&&(za(i,e)&&za(e,i)&&iy(i,e)&&(sn(i.prev,i,e.prev)||sn(i,e.prev,e))||So(i,e)&&sn(i.prev,i,i.next)>0&&sn(e.prev,e,e.next)>0)}function sn(i,e,t){return(e.y-i.y)*(t.x-e.x)-(e.x-i.x)*(t.y-e.y)}function So(i,e){return i.x===e.x&&i.y===e.y}function Jm(i,e,t,n){let s=Zl(sn(i,e,t)),r=Zl(sn(i,e,n)),o=Zl(sn(t,n,i)),a=Zl(sn(t,n,e));return!!(s!==r&&o!==a||s===0&&$l(i,t,e)||r===0&&$l(i,n,e)||o===0&&$l(t,i,n)||a===0&&$l(t,e,n))}function $l(i,e,t){return e.x<=Math.max(i.x,t.x)&&e.x>=Math.min(i.x,t.x)&&e.y<=Math.max(i.y,t.y)&&e.y>=Math.min(i.y,t.y)}function Zl(i){return i>0?1:i<0?-1:0}function ny(i,e){let t=i;do{if(t.i!==i.i&&t.next.i!==i.i&&t.i!==e.i&&t.next.i!==e.i&&Jm(t,t.next,i,e))return!0;t=t.next}while(t!==i);return!1}function za(i,e){return sn(i.prev,i,i.next)<0?sn(i,e,i.next)>=0&&sn(i,i.prev,e)>=0:sn(i,e,i.prev)<0||sn(i,i.next,e)<0}function iy(i,e){let t=i,n=!1,s=(i.x+e.x)/2,r=(i.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(n=!n),t=t.next;while(t!==i);return n}function jm(i,e){let t=Yu(i.i,i.x,i.y),n=Yu(e.i,e.x,e.y),s=i.next,r=e.prev;return i.next=e,e.prev=i,t.next=s,s.prev=t,n.next=t,t.prev=n,r.next=n,n.prev=r,n}function Kp(i,e,t,n){let s=Yu(i,e,t);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function ka(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Yu(i,e,t){return{i,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function sy(i,e,t,n){let s=0;for(let r=e,o=t-n;r<t;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var $u=class{static triangulate(e,t,n=2){return Gx(e,t,n)}},hr=class i{static area(e){let t=e.length,n=0;for(let s=t-1,r=0;r<t;s=r++)n+=e[s].x*e[r].y-e[r].x*e[s].y;return n*.5}static isClockWise(e){return i.area(e)<0}static triangulateShape(e,t){let n=[],s=[],r=[];Jp(e),jp(n,e);let o=e.length;t.forEach(Jp);for(let l=0;l<t.length;l++)s.push(o),o+=t[l].length,jp(n,t[l]);let a=$u.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Jp(i){let e=i.length;e>2&&i[e-1].equals(i[0])&&i.pop()}function jp(i,e){for(let t=0;t<e.length;t++)i.push(e[t].x),i.push(e[t].y)}var Va=class i extends Jt{constructor(e=new Mo([new me(.5,.5),new me(-.5,.5),new me(-.5,-.5),new me(.5,-.5)]),t={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:e,options:t},e=Array.isArray(e)?e:[e];let n=this,s=[],r=[];for(let a=0,l=e.length;a<l;a++){let c=e[a];o(c)}this.setAttribute("position",new zt(s,3)),this.setAttribute("uv",new zt(r,2)),this.computeVertexNormals();function o(a){let l=[],c=t.curveSegments!==void 0?t.curveSegments:12,h=t.steps!==void 0?t.steps:1,u=t.depth!==void 0?t.depth:1,d=t.bevelEnabled!==void 0?t.bevelEnabled:!0,f=t.bevelThickness!==void 0?t.bevelThickness:.2,p=t.bevelSize!==void 0?t.bevelSize:f-.1,_=t.bevelOffset!==void 0?t.bevelOffset:0,m=t.bevelSegments!==void 0?t.bevelSegments:3,g=t.extrudePath,b=t.UVGenerator!==void 0?t.UVGenerator:ry,S,y=!1,R,E,x,w;if(g){S=g.getSpacedPoints(h),y=!0,d=!1;let re=g.isCatmullRomCurve3?g.closed:!1;R=g.computeFrenetFrames(h,re),E=new N,x=new N,w=new N}d||(m=0,f=0,p=0,_=0);let O=a.extractPoints(c),L=O.shape,P=O.holes;if(!hr.isClockWise(L)){L=L.reverse();for(let re=0,ye=P.length;re<ye;re++){let _e=P[re];hr.isClockWise(_e)&&(P[re]=_e.reverse())}}function H(re){let _e=10000000000000001e-36,Oe=re[0];for(let Le=1;Le<=re.length;Le++){let tt=Le%re.length,Be=re[tt],mt=Be.x-Oe.x,dt=Be.y-Oe.y,_t=mt*mt+dt*dt,F=Math.max(Math.abs(Be.x),Math.abs(Be.y),Math.abs(Oe.x),Math.abs(Oe.y)),be=_e*F*F;if(_t<=be){re.splice(tt,1),Le--;continue}Oe=Be}}H(L),P.forEach(H);let D=P.length,z=L;for(let re=0;re<D;re++){let ye=P[re];L=L.concat(ye)}function q(re,ye,_e){return ye||ot("ExtrudeGeometry: vec does not exist"),re.clone().addScaledVector(ye,_e)}let V=L.length;function le(re,ye,_e){let Oe,Le,tt,Be=re.x-ye.x,mt=re.y-ye.y,dt=_e.x-re.x,_t=_e.y-re.y,F=Be*Be+mt*mt,be=Be*_t-mt*dt;if(Math.abs(be)>Number.EPSILON){let We=Math.sqrt(F),ht=Math.sqrt(dt*dt+_t*_t),we=ye.x-mt/We,Ft=ye.y+Be/We,Ye=_e.x-_t/ht,Qe=_e.y+dt/ht,C=((Ye-we)*_t-(Qe-Ft)*dt)/(Be*_t-mt*dt);Oe=we+Be*C-re.x,Le=Ft+mt*C-re.y;let M=Oe*Oe+Le*Le;if(M<=2)return new me(Oe,Le);tt=Math.sqrt(M/2)}else{let We=!1;Be>Number.EPSILON?dt>Number.EPSILON&&(We=!0):Be<-Number.EPSILON?dt<-Number.EPSILON&&(We=!0):Math.sign(mt)===Math.sign(_t)&&(We=!0),We?(Oe=-mt,Le=Be,tt=Math.sqrt(F)):(Oe=Be,Le=mt,tt=Math.sqrt(F/2))}return new me(Oe/tt,Le/tt)}let Z=[];for(let re=0,ye=z.length,_e=ye-1,Oe=re+1;re<ye;re++,_e++,Oe++)_e===ye&&(_e=0),Oe===ye&&(Oe=0),Z[re]=le(z[re],z[_e],z[Oe]);let j=[],ee,de=Z.concat();for(let re=0,ye=D;re<ye;re++){let _e=P[re];ee=[];for(let Oe=0,Le=_e.length,tt=Le-1,Be=Oe+1;Oe<Le;Oe++,tt++,Be++)tt===Le&&(tt=0),Be===Le&&(Be=0),ee[Oe]=le(_e[Oe],_e[tt],_e[Be]);j.push(ee),de=de.concat(ee)}let ce;if(m===0)ce=hr.triangulateShape(z,P);else{let re=[],ye=[];for(let _e=0;_e<m;_e++){let Oe=_e/m,Le=f*Math.cos(Oe*Math.PI/2),tt=p*Math.sin(Oe*Math.PI/2)+_;for(let Be=0,mt=z.length;Be<mt;Be++){let dt=q(z[Be],Z[Be],tt);Ve(dt.x,dt.y,-Le),Oe===0&&re.push(dt)}for(let Be=0,mt=D;Be<mt;Be++){let dt=P[Be];ee=j[Be];let _t=[];for(let F=0,be=dt.length;F<be;F++){let We=q(dt[F],ee[F],tt);Ve(We.x,We.y,-Le),Oe===0&&_t.push(We)}Oe===0&&ye.push(_t)}}ce=hr.triangulateShape(re,ye)}let Q=ce.length,ge=p+_;for(let re=0;re<V;re++){let ye=d?q(L[re],de[re],ge):L[re];y?(x.copy(R.normals[0]).multiplyScalar(ye.x),E.copy(R.binormals[0]).multiplyScalar(ye.y),w.copy(S[0]).add(x).add(E),Ve(w.x,w.y,w.z)):Ve(ye.x,ye.y,0)}for(let re=1;re<=h;re++)for(let ye=0;ye<V;ye++){let _e=d?q(L[ye],de[ye],ge):L[ye];y?(x.copy(R.normals[re]).multiplyScalar(_e.x),E.copy(R.binormals[re]).multiplyScalar(_e.y),w.copy(S[re]).add(x).add(E),Ve(w.x,w.y,w.z)):Ve(_e.x,_e.y,u/h*re)}for(let re=m-1;re>=0;re--){let ye=re/m,_e=f*Math.cos(ye*Math.PI/2),Oe=p*Math.sin(ye*Math.PI/2)+_;for(let Le=0,tt=z.length;Le<tt;Le++){let Be=q(z[Le],Z[Le],Oe);Ve(Be.x,Be.y,u+_e)}for(let Le=0,tt=P.length;Le<tt;Le++){let Be=P[Le];ee=j[Le];for(let mt=0,dt=Be.length;mt<dt;mt++){let _t=q(Be[mt],ee[mt],Oe);y?Ve(_t.x,_t.y+S[h-1].y,S[h-1].x+_e):Ve(_t.x,_t.y,u+_e)}}}xe(),Ie();function xe(){let re=s.length/3;if(d){let ye=0,_e=V*ye;for(let Oe=0;Oe<Q;Oe++){let Le=ce[Oe];it(Le[2]+_e,Le[1]+_e,Le[0]+_e)}ye=h+m*2,_e=V*ye;for(let Oe=0;Oe<Q;Oe++){let Le=ce[Oe];it(Le[0]+_e,Le[1]+_e,Le[2]+_e)}}else{for(let ye=0;ye<Q;ye++){let _e=ce[ye];it(_e[2],_e[1],_e[0])}for(let ye=0;ye<Q;ye++){let _e=ce[ye];it(_e[0]+V*h,_e[1]+V*h,_e[2]+V*h)}}n.addGroup(re,s.length/3-re,0)}function Ie(){let re=s.length/3,ye=0;Se(z,ye),ye+=z.length;for(let _e=0,Oe=P.length;_e<Oe;_e++){let Le=P[_e];Se(Le,ye),ye+=Le.length}n.addGroup(re,s.length/3-re,1)}function Se(re,ye){let _e=re.length;for(;--_e>=0;){let Oe=_e,Le=_e-1;Le<0&&(Le=re.length-1);for(let tt=0,Be=h+m*2;tt<Be;tt++){let mt=V*tt,dt=V*(tt+1),_t=ye+Oe+mt,F=ye+Le+mt,be=ye+Le+dt,We=ye+Oe+dt;Ze(_t,F,be,We)}}}function Ve(re,ye,_e){l.push(re),l.push(ye),l.push(_e)}function it(re,ye,_e){st(re),st(ye),st(_e);let Oe=s.length/3,Le=b.generateTopUV(n,s,Oe-3,Oe-2,Oe-1);nt(Le[0]),nt(Le[1]),nt(Le[2])}function Ze(re,ye,_e,Oe){st(re),st(ye),st(Oe),st(ye),st(_e),st(Oe);let Le=s.length/3,tt=b.generateSideWallUV(n,s,Le-6,Le-3,Le-2,Le-1);nt(tt[0]),nt(tt[1]),nt(tt[3]),nt(tt[1]),nt(tt[2]),nt(tt[3])}function st(re){s.push(l[re*3+0]),s.push(l[re*3+1]),s.push(l[re*3+2])}function nt(re){r.push(re.x),r.push(re.y)}}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON(),t=this.parameters.shapes,n=this.parameters.options;return oy(t,n,e)}static fromJSON(e,t){let n=[];for(let r=0,o=e.shapes.length;r<o;r++){let a=t[e.shapes[r]];n.push(a)}let s=e.options.extrudePath;return s!==void 0&&(e.options.extrudePath=new gc[s.type]().fromJSON(s)),new i(n,e.options)}},ry={generateTopUV:function(i,e,t,n,s){let r=e[t*3],o=e[t*3+1],a=e[n*3],l=e[n*3+1],c=e[s*3],h=e[s*3+1];return[new me(r,o),new me(a,l),new me(c,h)]},generateSideWallUV:function(i,e,t,n,s,r){let o=e[t*3],a=e[t*3+1],l=e[t*3+2],c=e[n*3],h=e[n*3+1],u=e[n*3+2],d=e[s*3],f=e[s*3+1],p=e[s*3+2],_=e[r*3],m=e[r*3+1],g=e[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new me(o,1-l),new me(c,1-u),new me(d,1-p),new me(_,1-g)]:[new me(a,1-l),new me(h,1-u),new me(f,1-p),new me(m,1-g)]}};function oy(i,e,t){if(t.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];t.shapes.push(r.uuid)}else t.shapes.push(i.uuid);return t.options=Object.assign({},e),e.extrudePath!==void 0&&(t.options.extrudePath=e.extrudePath.toJSON()),t}var bs=class i extends Jt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=e/a,d=t/l,f=[],p=[],_=[],m=[];for(let g=0;g<h;g++){let b=g*d-o;for(let S=0;S<c;S++){let y=S*u-r;p.push(y,-b,0),_.push(0,0,1),m.push(S/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let b=0;b<a;b++){let S=b+c*g,y=b+c*(g+1),R=b+1+c*(g+1),E=b+1+c*g;f.push(S,y,E),f.push(y,R,E)}this.setIndex(f),this.setAttribute("position",new zt(p,3)),this.setAttribute("normal",new zt(_,3)),this.setAttribute("uv",new zt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var _r=class i extends Jt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new N,d=new N,f=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let b=[],S=g/n,y=o+S*a,R=e*Math.cos(y),E=Math.sqrt(e*e-R*R),x=0;g===0&&o===0?x=.5/t:g===n&&l===Math.PI&&(x=-.5/t);for(let w=0;w<=t;w++){let O=w/t,L=s+O*r;u.x=-E*Math.cos(L),u.y=R,u.z=E*Math.sin(L),p.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(O+x,1-S),b.push(c++)}h.push(b)}for(let g=0;g<n;g++)for(let b=0;b<t;b++){let S=h[g][b+1],y=h[g][b],R=h[g+1][b],E=h[g+1][b+1];(g!==0||o>0)&&f.push(S,y,E),(g!==n-1||l<Math.PI)&&f.push(y,R,E)}this.setIndex(f),this.setAttribute("position",new zt(p,3)),this.setAttribute("normal",new zt(_,3)),this.setAttribute("uv",new zt(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var Ga=class i extends Jt{constructor(e=1,t=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new N,f=new N,p=new N;for(let _=0;_<=n;_++){let m=o+_/n*a;for(let g=0;g<=s;g++){let b=g/s*r;f.x=(e+t*Math.cos(m))*Math.cos(b),f.y=(e+t*Math.cos(m))*Math.sin(b),f.z=t*Math.sin(m),c.push(f.x,f.y,f.z),d.x=e*Math.cos(b),d.y=e*Math.sin(b),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(_/n)}}for(let _=1;_<=n;_++)for(let m=1;m<=s;m++){let g=(s+1)*_+m-1,b=(s+1)*(_-1)+m-1,S=(s+1)*(_-1)+m,y=(s+1)*_+m;l.push(g,b,y),l.push(b,S,y)}this.setIndex(l),this.setAttribute("position",new zt(c,3)),this.setAttribute("normal",new zt(h,3)),this.setAttribute("uv",new zt(u,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};var Ha=class i extends Jt{constructor(e=new Ua(new N(-1,-1,0),new N(-1,1,0),new N(1,1,0)),t=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:e,tubularSegments:t,radius:n,radialSegments:s,closed:r};let o=e.computeFrenetFrames(t,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new N,l=new N,c=new me,h=new N,u=[],d=[],f=[],p=[];_(),this.setIndex(p),this.setAttribute("position",new zt(u,3)),this.setAttribute("normal",new zt(d,3)),this.setAttribute("uv",new zt(f,2));function _(){for(let S=0;S<t;S++)m(S);m(r===!1?t:0),b(),g()}function m(S){h=e.getPointAt(S/t,h);let y=o.normals[S],R=o.binormals[S];for(let E=0;E<=s;E++){let x=E/s*Math.PI*2,w=Math.sin(x),O=-Math.cos(x);l.x=O*y.x+w*R.x,l.y=O*y.y+w*R.y,l.z=O*y.z+w*R.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let S=1;S<=t;S++)for(let y=1;y<=s;y++){let R=(s+1)*(S-1)+(y-1),E=(s+1)*S+(y-1),x=(s+1)*S+y,w=(s+1)*(S-1)+y;p.push(R,E,w),p.push(E,x,w)}}function b(){for(let S=0;S<=t;S++)for(let y=0;y<=s;y++)c.x=S/t,c.y=y/s,f.push(c.x,c.y)}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON();return e.path=this.parameters.path.toJSON(),e}static fromJSON(e){return new i(new gc[e.path.type]().fromJSON(e.path),e.tubularSegments,e.radius,e.radialSegments,e.closed)}};var Wa=class extends Di{constructor(e){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new ct(0),this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.fog=e.fog,this}};function Ar(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Qp(s))s.isRenderTargetTexture?(et("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Qp(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function kn(i){let e={};for(let t=0;t<i.length;t++){let n=Ar(i[t]);for(let s in n)e[s]=n[s]}return e}function Qp(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function ay(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function Cd(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:Rt.workingColorSpace}var Qm={clone:Ar,merge:kn},ly=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,cy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Mi=class extends Di{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ly,this.fragmentShader=cy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Ar(e.uniforms),this.uniformsGroups=ay(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new ct().setHex(s.value);break;case"v2":this.uniforms[n].value=new me().fromArray(s.value);break;case"v3":this.uniforms[n].value=new N().fromArray(s.value);break;case"v4":this.uniforms[n].value=new en().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ft().fromArray(s.value);break;case"m4":this.uniforms[n].value=new wt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},xc=class extends Mi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Xa=class extends Di{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ct(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ct(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=_h,this.normalScale=new me(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new _s,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var yc=class extends Di{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Nm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},vc=class extends Di{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function zs(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function fa(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}function hy(i){function e(s,r){return i[s]-i[r]}let t=i.length,n=new Array(t);for(let s=0;s!==t;++s)n[s]=s;return n.sort(e),n}function em(i,e,t){let n=i.length,s=new i.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let l=0;l!==e;++l)s[o++]=i[a+l]}return s}function uy(i,e,t,n){let s=1,r=i[0];for(;r!==void 0&&r[n]===void 0;)r=i[s++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=i[s++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=i[s++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=i[s++];while(r!==void 0)}var Ws=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},bc=class extends Ws{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Gu,endingEnd:Gu}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Hu:r=e,a=2*t-n;break;case Wu:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Hu:o=e,l=2*n-t;break;case Wu:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(s-t),_=p*p,m=_*p,g=-d*m+2*d*_-d*p,b=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*p+1,S=(-1-f)*m+(1.5+f)*_+.5*p,y=f*m-f*_;for(let R=0;R!==a;++R)r[R]=g*o[h+R]+b*o[c+R]+S*o[l+R]+y*o[u+R];return r}},Mc=class extends Ws{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Sc=class extends Ws{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},wc=class extends Ws{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-t)/(s-t),_=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let _=o[c+p],m=o[l+p],g=f*d+p*2,b=u[g],S=u[g+1],y=e*d+p*2,R=h[y],E=h[y+1],x=fy(n,t,b,R,s);r[p]=eg(x,_,S,E,m)}return r}};function eg(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function dy(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function fy(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=eg(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=dy(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Qn=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=zs(t,this.TimeBufferType),this.values=zs(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:zs(e.times,Array),values:zs(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),fa(e.settings)&&(n.settings={inTangents:zs(e.settings.inTangents,Array),outTangents:zs(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Sc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Mc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new bc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new wc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ur:t=this.InterpolantFactoryMethodDiscrete;break;case fo:t=this.InterpolantFactoryMethodLinear;break;case jl:t=this.InterpolantFactoryMethodSmooth;break;case Vu:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return et("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ur;case this.InterpolantFactoryMethodLinear:return fo;case this.InterpolantFactoryMethodSmooth:return jl;case this.InterpolantFactoryMethodBezier:return Vu}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;fa(this.settings)&&(tm(this.settings.inTangents,e),tm(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;fa(this.settings)&&(nm(this.settings.inTangents,e),nm(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(ot("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(ot("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ot("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){ot("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&ex(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ot("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===jl,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let _=t[u+p];if(_!==t[d+p]||_!==t[f+p]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[u+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,fa(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function tm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function nm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}Qn.prototype.ValueTypeName="";Qn.prototype.TimeBufferType=Float32Array;Qn.prototype.ValueBufferType=Float32Array;Qn.prototype.DefaultInterpolation=fo;var Ms=class extends Qn{constructor(e,t,n){super(e,t,n)}};Ms.prototype.ValueTypeName="bool";Ms.prototype.ValueBufferType=Array;Ms.prototype.DefaultInterpolation=ur;Ms.prototype.InterpolantFactoryMethodLinear=void 0;Ms.prototype.InterpolantFactoryMethodSmooth=void 0;var qa=class extends Qn{constructor(e,t,n,s){super(e,t,n,s)}};qa.prototype.ValueTypeName="color";var wo=class extends Qn{constructor(e,t,n,s){super(e,t,n,s)}};wo.prototype.ValueTypeName="number";var Tc=class extends Ws{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)Ln.slerpFlat(r,0,o,c-a,o,c,l);return r}},Xs=class extends Qn{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Tc(this.times,this.values,this.getValueSize(),e)}};Xs.prototype.ValueTypeName="quaternion";Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var Ss=class extends Qn{constructor(e,t,n){super(e,t,n)}};Ss.prototype.ValueTypeName="string";Ss.prototype.ValueBufferType=Array;Ss.prototype.DefaultInterpolation=ur;Ss.prototype.InterpolantFactoryMethodLinear=void 0;Ss.prototype.InterpolantFactoryMethodSmooth=void 0;var qs=class extends Qn{constructor(e,t,n,s){super(e,t,n,s)}};qs.prototype.ValueTypeName="vector";var Ya=class{constructor(e="",t=-1,n=[],s=Lm){this.name=e,this.tracks=n,this.duration=t,this.blendMode=s,this.uuid=Js(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,s=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(my(n[o]).scale(s));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,s={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let r=0,o=n.length;r!==o;++r)t.push(Qn.toJSON(n[r]));return s}static CreateFromMorphTargetSequence(e,t,n,s){let r=t.length,o=[];for(let a=0;a<r;a++){let l=[],c=[];l.push((a+r-1)%r,a,(a+1)%r),c.push(0,1,0);let h=hy(l);l=em(l,1,h),c=em(c,1,h),!s&&l[0]===0&&(l.push(r),c.push(c[0])),o.push(new wo(".morphTargetInfluences["+t[a].name+"]",l,c).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let s=e;n=s.geometry&&s.geometry.animations||s.animations}for(let s=0;s<n.length;s++)if(n[s].name===t)return n[s];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let s={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,l=e.length;a<l;a++){let c=e[a],h=c.name.match(r);if(h&&h.length>1){let u=h[1],d=s[u];d||(s[u]=d=[]),d.push(c)}}let o=[];for(let a in s)o.push(this.CreateFromMorphTargetSequence(a,s[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,s=e.length;n!==s;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function py(i){switch(i.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return wo;case"vector":case"vector2":case"vector3":case"vector4":return qs;case"color":return qa;case"quaternion":return Xs;case"bool":case"boolean":return Ms;case"string":return Ss}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+i)}function my(i){if(i.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=py(i.type);if(i.times===void 0){let n=[],s=[];uy(i.keys,n,s,"value"),i.times=n,i.values=s}let t;return e.parse!==void 0?t=e.parse(i):t=new e(i.name,i.times,i.values,i.interpolation),fa(i.settings)&&(t.settings={inTangents:zs(i.settings.inTangents,Float32Array),outTangents:zs(i.settings.outTangents,Float32Array)}),t}var Ac=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},tg=new Ac,Ec=class{constructor(e){this.manager=e!==void 0?e:tg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};Ec.DEFAULT_MATERIAL_NAME="__DEFAULT";var $a=class extends Nn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new ct(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Za=class extends $a{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Nn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ct(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},ku=new wt,im=new N,sm=new N,Rc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new me(512,512),this.mapType=ei,this.map=null,this.mapPass=null,this.matrix=new wt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Gs,this._frameExtents=new me(1,1),this._viewportCount=1,this._viewports=[new en(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;im.setFromMatrixPosition(e.matrixWorld),t.position.copy(im),sm.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(sm),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){ku.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(ku,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===po||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(ku)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Kl=new N,Jl=new Ln,Ki=new N,Ka=class extends Nn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new wt,this.projectionMatrix=new wt,this.projectionMatrixInverse=new wt,this.coordinateSystem=bi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Kl,Jl,Ki),Ki.x===1&&Ki.y===1&&Ki.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Kl,Jl,Ki.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Kl,Jl,Ki),Ki.x===1&&Ki.y===1&&Ki.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Kl,Jl,Ki.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Bs=new N,rm=new me,om=new me,$n=class extends Ka{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=go*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ma*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return go*2*Math.atan(Math.tan(ma*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Bs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Bs.x,Bs.y).multiplyScalar(-e/Bs.z),Bs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Bs.x,Bs.y).multiplyScalar(-e/Bs.z)}getViewSize(e,t){return this.getViewBounds(e,rm,om),t.subVectors(om,rm)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ma*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var xr=class extends Ka{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Zu=class extends Rc{constructor(){super(new xr(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},To=class extends $a{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Nn.DEFAULT_UP),this.updateMatrix(),this.target=new Nn,this.shadow=new Zu}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var oo=-90,ao=1,Ao=class extends Nn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new $n(oo,ao,e,t);s.layers=this.layers,this.add(s);let r=new $n(oo,ao,e,t);r.layers=this.layers,this.add(r);let o=new $n(oo,ao,e,t);o.layers=this.layers,this.add(o);let a=new $n(oo,ao,e,t);a.layers=this.layers,this.add(a);let l=new $n(oo,ao,e,t);l.layers=this.layers,this.add(l);let c=new $n(oo,ao,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===bi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===po)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=_,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Cc=class extends $n{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var Pd="\\[\\]\\.:\\/",gy=new RegExp("["+Pd+"]","g"),Id="[^"+Pd+"]",_y="[^"+Pd.replace("\\.","")+"]",xy=/((?:WC+[\/:])*)/.source.replace("WC",Id),yy=/(WCOD+)?/.source.replace("WCOD",_y),vy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Id),by=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Id),My=new RegExp("^"+xy+yy+vy+by+"$"),Sy=["material","materials","bones","map"],Ku=class{constructor(e,t,n){let s=n||Ot.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Ot=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(gy,"")}static parseTrackName(e){let t=My.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Sy.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){et("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){ot("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){ot("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){ot("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){ot("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){ot("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){ot("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){ot("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;ot("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){ot("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){ot("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Ot.Composite=Ku;Ot.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Ot.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Ot.prototype.GetterByBindingType=[Ot.prototype._getValue_direct,Ot.prototype._getValue_array,Ot.prototype._getValue_arrayElement,Ot.prototype._getValue_toArray];Ot.prototype.SetterByBindingTypeAndVersioning=[[Ot.prototype._setValue_direct,Ot.prototype._setValue_direct_setNeedsUpdate,Ot.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Ot.prototype._setValue_array,Ot.prototype._setValue_array_setNeedsUpdate,Ot.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Ot.prototype._setValue_arrayElement,Ot.prototype._setValue_arrayElement_setNeedsUpdate,Ot.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Ot.prototype._setValue_fromArray,Ot.prototype._setValue_fromArray_setNeedsUpdate,Ot.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var H1=new Float32Array(1);var am=new wt,Ja=class{constructor(e,t,n=0,s=1/0){this.ray=new xs(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new xo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):ot("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return am.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(am),this}intersectObject(e,t=!0,n=[]){return Ju(e,this,n,t),n.sort(lm),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Ju(e[s],this,n,t);return n.sort(lm),n}};function lm(i,e){return i.distance-e.distance}function Ju(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Ju(r[o],e,t,!0)}}var Eo=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=yt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(yt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Od=class Od{constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};Od.prototype.isMatrix2=!0;var ju=Od;var ja=class extends Ni{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Ld(i,e,t,n){let s=wy(n);switch(t){case xd:return i*e;case Oc:return i*e/s.components*s.byteLength;case Bc:return i*e/s.components*s.byteLength;case Ks:return i*e*2/s.components*s.byteLength;case zc:return i*e*2/s.components*s.byteLength;case yd:return i*e*3/s.components*s.byteLength;case hi:return i*e*4/s.components*s.byteLength;case kc:return i*e*4/s.components*s.byteLength;case Qa:case el:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case tl:case nl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Gc:case Wc:return Math.max(i,16)*Math.max(e,8)/4;case Vc:case Hc:return Math.max(i,8)*Math.max(e,8)/2;case Xc:case qc:case $c:case Zc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Yc:case il:case Kc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Jc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case jc:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case Qc:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case eh:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case th:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case nh:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case ih:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case sh:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case rh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case oh:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case ah:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case lh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case ch:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case hh:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case uh:case dh:case fh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case ph:case mh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case sl:case gh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function wy(i){switch(i){case ei:case pd:return{byteLength:1,components:1};case Lo:case md:case Oi:return{byteLength:2,components:1};case Uc:case Fc:return{byteLength:2,components:4};case Fi:case Dc:case wi:return{byteLength:4,components:1};case gd:case _d:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?et("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Sg(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Ty(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],_=u[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let _=u[f];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Ay=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Ey=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Ry=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Cy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Py=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Iy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Ly=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Ny=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Dy=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Uy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Fy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Oy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,By=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,zy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,ky=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Vy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Gy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Hy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Wy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Xy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,$y=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Zy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Ky=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Jy=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,jy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Qy=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,ev=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,tv="gl_FragColor = linearToOutputTexel( gl_FragColor );",nv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,iv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,sv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,rv=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,ov=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,av=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,lv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,cv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,hv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,uv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,dv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,fv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,pv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,mv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,gv=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,_v=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,xv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,yv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,vv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,bv=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Mv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Sv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,wv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Tv=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Av=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Ev=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Rv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Cv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Pv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Iv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Lv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Nv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Dv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Uv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Fv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Ov=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Bv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,zv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,kv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Vv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Gv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Hv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Wv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Xv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,qv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Yv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,$v=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Zv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Kv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Jv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,jv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Qv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,eb=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,tb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,nb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,ib=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,sb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,rb=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,ob=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,ab=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,lb=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,cb=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,hb=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,ub=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,db=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,fb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,pb=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,mb=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,gb=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,_b=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,xb=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,yb=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,vb=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,bb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Mb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Sb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,wb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Tb=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Ab=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Eb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Rb=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Cb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Pb=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Ib=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Lb=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Nb=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Db=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Ub=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Fb=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Ob=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Bb=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,zb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,kb=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Vb=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Gb=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Hb=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,Wb=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Xb=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,qb=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,Yb=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,$b=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Zb=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Kb=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Jb=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,jb=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Qb=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,eM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,tM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,nM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,iM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,vt={alphahash_fragment:Ay,alphahash_pars_fragment:Ey,alphamap_fragment:Ry,alphamap_pars_fragment:Cy,alphatest_fragment:Py,alphatest_pars_fragment:Iy,aomap_fragment:Ly,aomap_pars_fragment:Ny,batching_pars_vertex:Dy,batching_vertex:Uy,begin_vertex:Fy,beginnormal_vertex:Oy,bsdfs:By,iridescence_fragment:zy,bumpmap_pars_fragment:ky,clipping_planes_fragment:Vy,clipping_planes_pars_fragment:Gy,clipping_planes_pars_vertex:Hy,clipping_planes_vertex:Wy,color_fragment:Xy,color_pars_fragment:qy,color_pars_vertex:Yy,color_vertex:$y,common:Zy,defaultnormal_vertex:Ky,displacementmap_pars_vertex:Jy,displacementmap_vertex:jy,emissivemap_fragment:Qy,emissivemap_pars_fragment:ev,colorspace_fragment:tv,colorspace_pars_fragment:nv,envmap_fragment:iv,envmap_common_pars_fragment:sv,envmap_pars_fragment:rv,envmap_pars_vertex:ov,envmap_physical_pars_fragment:_v,envmap_vertex:av,fog_vertex:lv,fog_pars_vertex:cv,fog_fragment:hv,fog_pars_fragment:uv,gradientmap_pars_fragment:dv,lightmap_pars_fragment:fv,lights_lambert_fragment:pv,lights_lambert_pars_fragment:mv,lights_pars_begin:gv,lights_toon_fragment:xv,lights_toon_pars_fragment:yv,lights_phong_fragment:vv,lights_phong_pars_fragment:bv,lights_physical_fragment:Mv,lights_physical_pars_fragment:Sv,lights_fragment_begin:wv,lights_fragment_maps:Tv,lights_fragment_end:Av,lightprobes_pars_fragment:Ev,logdepthbuf_fragment:Rv,logdepthbuf_pars_fragment:Cv,logdepthbuf_pars_vertex:Pv,logdepthbuf_vertex:Iv,map_fragment:Lv,map_pars_fragment:Nv,map_particle_fragment:Dv,map_particle_pars_fragment:Uv,metalnessmap_fragment:Fv,metalnessmap_pars_fragment:Ov,morphinstance_vertex:Bv,morphcolor_vertex:zv,morphnormal_vertex:kv,morphtarget_pars_vertex:Vv,morphtarget_vertex:Gv,normal_fragment_begin:Hv,normal_fragment_maps:Wv,normal_pars_fragment:Xv,normal_pars_vertex:qv,normal_vertex:Yv,normalmap_pars_fragment:$v,clearcoat_normal_fragment_begin:Zv,clearcoat_normal_fragment_maps:Kv,clearcoat_pars_fragment:Jv,iridescence_pars_fragment:jv,opaque_fragment:Qv,packing:eb,premultiplied_alpha_fragment:tb,project_vertex:nb,dithering_fragment:ib,dithering_pars_fragment:sb,roughnessmap_fragment:rb,roughnessmap_pars_fragment:ob,shadowmap_pars_fragment:ab,shadowmap_pars_vertex:lb,shadowmap_vertex:cb,shadowmask_pars_fragment:hb,skinbase_vertex:ub,skinning_pars_vertex:db,skinning_vertex:fb,skinnormal_vertex:pb,specularmap_fragment:mb,specularmap_pars_fragment:gb,tonemapping_fragment:_b,tonemapping_pars_fragment:xb,transmission_fragment:yb,transmission_pars_fragment:vb,uv_pars_fragment:bb,uv_pars_vertex:Mb,uv_vertex:Sb,worldpos_vertex:wb,background_vert:Tb,background_frag:Ab,backgroundCube_vert:Eb,backgroundCube_frag:Rb,cube_vert:Cb,cube_frag:Pb,depth_vert:Ib,depth_frag:Lb,distance_vert:Nb,distance_frag:Db,equirect_vert:Ub,equirect_frag:Fb,linedashed_vert:Ob,linedashed_frag:Bb,meshbasic_vert:zb,meshbasic_frag:kb,meshlambert_vert:Vb,meshlambert_frag:Gb,meshmatcap_vert:Hb,meshmatcap_frag:Wb,meshnormal_vert:Xb,meshnormal_frag:qb,meshphong_vert:Yb,meshphong_frag:$b,meshphysical_vert:Zb,meshphysical_frag:Kb,meshtoon_vert:Jb,meshtoon_frag:jb,points_vert:Qb,points_frag:eM,shadow_vert:tM,shadow_frag:nM,sprite_vert:iM,sprite_frag:sM},Fe={common:{diffuse:{value:new ct(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ft},alphaMap:{value:null},alphaMapTransform:{value:new ft},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ft}},envmap:{envMap:{value:null},envMapRotation:{value:new ft},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ft}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ft}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ft},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ft},normalScale:{value:new me(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ft},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ft}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ft}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ft}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ct(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ct(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ft},alphaTest:{value:0},uvTransform:{value:new ft}},sprite:{diffuse:{value:new ct(16777215)},opacity:{value:1},center:{value:new me(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ft},alphaMap:{value:null},alphaMapTransform:{value:new ft},alphaTest:{value:0}}},ts={basic:{uniforms:kn([Fe.common,Fe.specularmap,Fe.envmap,Fe.aomap,Fe.lightmap,Fe.fog]),vertexShader:vt.meshbasic_vert,fragmentShader:vt.meshbasic_frag},lambert:{uniforms:kn([Fe.common,Fe.specularmap,Fe.envmap,Fe.aomap,Fe.lightmap,Fe.emissivemap,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,Fe.fog,Fe.lights,{emissive:{value:new ct(0)},envMapIntensity:{value:1}}]),vertexShader:vt.meshlambert_vert,fragmentShader:vt.meshlambert_frag},phong:{uniforms:kn([Fe.common,Fe.specularmap,Fe.envmap,Fe.aomap,Fe.lightmap,Fe.emissivemap,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,Fe.fog,Fe.lights,{emissive:{value:new ct(0)},specular:{value:new ct(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:vt.meshphong_vert,fragmentShader:vt.meshphong_frag},standard:{uniforms:kn([Fe.common,Fe.envmap,Fe.aomap,Fe.lightmap,Fe.emissivemap,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,Fe.roughnessmap,Fe.metalnessmap,Fe.fog,Fe.lights,{emissive:{value:new ct(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:vt.meshphysical_vert,fragmentShader:vt.meshphysical_frag},toon:{uniforms:kn([Fe.common,Fe.aomap,Fe.lightmap,Fe.emissivemap,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,Fe.gradientmap,Fe.fog,Fe.lights,{emissive:{value:new ct(0)}}]),vertexShader:vt.meshtoon_vert,fragmentShader:vt.meshtoon_frag},matcap:{uniforms:kn([Fe.common,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,Fe.fog,{matcap:{value:null}}]),vertexShader:vt.meshmatcap_vert,fragmentShader:vt.meshmatcap_frag},points:{uniforms:kn([Fe.points,Fe.fog]),vertexShader:vt.points_vert,fragmentShader:vt.points_frag},dashed:{uniforms:kn([Fe.common,Fe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:vt.linedashed_vert,fragmentShader:vt.linedashed_frag},depth:{uniforms:kn([Fe.common,Fe.displacementmap]),vertexShader:vt.depth_vert,fragmentShader:vt.depth_frag},normal:{uniforms:kn([Fe.common,Fe.bumpmap,Fe.normalmap,Fe.displacementmap,{opacity:{value:1}}]),vertexShader:vt.meshnormal_vert,fragmentShader:vt.meshnormal_frag},sprite:{uniforms:kn([Fe.sprite,Fe.fog]),vertexShader:vt.sprite_vert,fragmentShader:vt.sprite_frag},background:{uniforms:{uvTransform:{value:new ft},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:vt.background_vert,fragmentShader:vt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ft}},vertexShader:vt.backgroundCube_vert,fragmentShader:vt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:vt.cube_vert,fragmentShader:vt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:vt.equirect_vert,fragmentShader:vt.equirect_frag},distance:{uniforms:kn([Fe.common,Fe.displacementmap,{referencePosition:{value:new N},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:vt.distance_vert,fragmentShader:vt.distance_frag},shadow:{uniforms:kn([Fe.lights,Fe.fog,{color:{value:new ct(0)},opacity:{value:1}}]),vertexShader:vt.shadow_vert,fragmentShader:vt.shadow_frag}};ts.physical={uniforms:kn([ts.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ft},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ft},clearcoatNormalScale:{value:new me(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ft},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ft},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ft},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ft},sheen:{value:0},sheenColor:{value:new ct(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ft},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ft},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ft},transmissionSamplerSize:{value:new me},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ft},attenuationDistance:{value:0},attenuationColor:{value:new ct(0)},specularColor:{value:new ct(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ft},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ft},anisotropyVector:{value:new me},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ft}}]),vertexShader:vt.meshphysical_vert,fragmentShader:vt.meshphysical_frag};var xh={r:0,b:0,g:0},rM=new wt,wg=new ft;wg.set(-1,0,0,0,1,0,0,0,1);function oM(i,e,t,n,s,r){let o=new ct(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(b){let S=b.isScene===!0?b.background:null;if(S&&S.isTexture){let y=b.backgroundBlurriness>0;S=e.get(S,y)}return S}function p(b){let S=!1,y=f(b);y===null?m(o,a):y&&y.isColor&&(m(y,1),S=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?t.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||S)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(b,S){let y=f(S);y&&y.isCubeTexture?(c===void 0&&(c=new Tt(new Qi(1,1,1),new Mi({name:"BackgroundCubeMaterial",uniforms:Ar(ts.backgroundCube.uniforms),vertexShader:ts.backgroundCube.vertexShader,fragmentShader:ts.backgroundCube.fragmentShader,side:Jn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,E,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=y,c.material.uniforms.backgroundBlurriness.value=S.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(rM.makeRotationFromEuler(S.backgroundRotation)).transpose(),y.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(wg),c.material.toneMapped=Rt.getTransfer(y.colorSpace)!==Bt,(h!==y||u!==y.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),c.layers.enableAll(),b.unshift(c,c.geometry,c.material,0,0,null)):y&&y.isTexture&&(l===void 0&&(l=new Tt(new bs(2,2),new Mi({name:"BackgroundMaterial",uniforms:Ar(ts.background.uniforms),vertexShader:ts.background.vertexShader,fragmentShader:ts.background.fragmentShader,side:Zs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=y,l.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,l.material.toneMapped=Rt.getTransfer(y.colorSpace)!==Bt,y.matrixAutoUpdate===!0&&y.updateMatrix(),l.material.uniforms.uvTransform.value.copy(y.matrix),(h!==y||u!==y.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),l.layers.enableAll(),b.unshift(l,l.geometry,l.material,0,0,null))}function m(b,S){b.getRGB(xh,Cd(i)),t.buffers.color.setClear(xh.r,xh.g,xh.b,S,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(b,S=1){o.set(b),a=S,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(b){a=b,m(o,a)},render:p,addToRenderList:_,dispose:g}}function aM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(P,k,H,D,z){let q=!1,V=u(P,D,H,k);r!==V&&(r=V,c(r.object)),q=f(P,D,H,z),q&&p(P,D,H,z),z!==null&&e.update(z,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,y(P,k,H,D),z!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(z).buffer))}function l(){return i.createVertexArray()}function c(P){return i.bindVertexArray(P)}function h(P){return i.deleteVertexArray(P)}function u(P,k,H,D){let z=D.wireframe===!0,q=n[k.id];q===void 0&&(q={},n[k.id]=q);let V=P.isInstancedMesh===!0?P.id:0,le=q[V];le===void 0&&(le={},q[V]=le);let Z=le[H.id];Z===void 0&&(Z={},le[H.id]=Z);let j=Z[z];return j===void 0&&(j=d(l()),Z[z]=j),j}function d(P){let k=[],H=[],D=[];for(let z=0;z<t;z++)k[z]=0,H[z]=0,D[z]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:k,enabledAttributes:H,attributeDivisors:D,object:P,attributes:{},index:null}}function f(P,k,H,D){let z=r.attributes,q=k.attributes,V=0,le=H.getAttributes();for(let Z in le)if(le[Z].location>=0){let ee=z[Z],de=q[Z];if(de===void 0&&(Z==="instanceMatrix"&&P.instanceMatrix&&(de=P.instanceMatrix),Z==="instanceColor"&&P.instanceColor&&(de=P.instanceColor)),ee===void 0||ee.attribute!==de||de&&ee.data!==de.data)return!0;V++}return r.attributesNum!==V||r.index!==D}function p(P,k,H,D){let z={},q=k.attributes,V=0,le=H.getAttributes();for(let Z in le)if(le[Z].location>=0){let ee=q[Z];ee===void 0&&(Z==="instanceMatrix"&&P.instanceMatrix&&(ee=P.instanceMatrix),Z==="instanceColor"&&P.instanceColor&&(ee=P.instanceColor));let de={};de.attribute=ee,ee&&ee.data&&(de.data=ee.data),z[Z]=de,V++}r.attributes=z,r.attributesNum=V,r.index=D}function _(){let P=r.newAttributes;for(let k=0,H=P.length;k<H;k++)P[k]=0}function m(P){g(P,0)}function g(P,k){let H=r.newAttributes,D=r.enabledAttributes,z=r.attributeDivisors;H[P]=1,D[P]===0&&(i.enableVertexAttribArray(P),D[P]=1),z[P]!==k&&(i.vertexAttribDivisor(P,k),z[P]=k)}function b(){let P=r.newAttributes,k=r.enabledAttributes;for(let H=0,D=k.length;H<D;H++)k[H]!==P[H]&&(i.disableVertexAttribArray(H),k[H]=0)}function S(P,k,H,D,z,q,V){V===!0?i.vertexAttribIPointer(P,k,H,z,q):i.vertexAttribPointer(P,k,H,D,z,q)}function y(P,k,H,D){_();let z=D.attributes,q=H.getAttributes(),V=k.defaultAttributeValues;for(let le in q){let Z=q[le];if(Z.location>=0){let j=z[le];if(j===void 0&&(le==="instanceMatrix"&&P.instanceMatrix&&(j=P.instanceMatrix),le==="instanceColor"&&P.instanceColor&&(j=P.instanceColor)),j!==void 0){let ee=j.normalized,de=j.itemSize,ce=e.get(j);if(ce===void 0)continue;let Q=ce.buffer,ge=ce.type,xe=ce.bytesPerElement,Ie=ge===i.INT||ge===i.UNSIGNED_INT||j.gpuType===Dc;if(j.isInterleavedBufferAttribute){let Se=j.data,Ve=Se.isInterleavedBuffer===!0?Se.stride:Se.itemSize,it=j.offset;if(Se.isInstancedInterleavedBuffer||Se.isInstancedBufferAttribute){for(let Ze=0;Ze<Z.locationSize;Ze++)g(Z.location+Ze,Se.meshPerAttribute);P.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=Se.meshPerAttribute*Se.count)}else for(let Ze=0;Ze<Z.locationSize;Ze++)m(Z.location+Ze);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Ze=0;Ze<Z.locationSize;Ze++)S(Z.location+Ze,de/Z.locationSize,ge,ee,Ve*xe,(it+de/Z.locationSize*Ze)*xe,Ie)}else{if(j.isInstancedBufferAttribute){for(let Se=0;Se<Z.locationSize;Se++)g(Z.location+Se,j.meshPerAttribute);P.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let Se=0;Se<Z.locationSize;Se++)m(Z.location+Se);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Se=0;Se<Z.locationSize;Se++)S(Z.location+Se,de/Z.locationSize,ge,ee,de*xe,de/Z.locationSize*Se*xe,Ie)}}else if(V!==void 0){let ee=V[le];if(ee!==void 0)switch(ee.length){case 2:i.vertexAttrib2fv(Z.location,ee);break;case 3:i.vertexAttrib3fv(Z.location,ee);break;case 4:i.vertexAttrib4fv(Z.location,ee);break;default:i.vertexAttrib1fv(Z.location,ee)}}}}b()}function R(){O();for(let P in n){let k=n[P];for(let H in k){let D=k[H];for(let z in D){let q=D[z];for(let V in q)h(q[V].object),delete q[V];delete D[z]}}delete n[P]}}function E(P){if(n[P.id]===void 0)return;let k=n[P.id];for(let H in k){let D=k[H];for(let z in D){let q=D[z];for(let V in q)h(q[V].object),delete q[V];delete D[z]}}delete n[P.id]}function x(P){for(let k in n){let H=n[k];for(let D in H){let z=H[D];if(z[P.id]===void 0)continue;let q=z[P.id];for(let V in q)h(q[V].object),delete q[V];delete z[P.id]}}}function w(P){for(let k in n){let H=n[k],D=P.isInstancedMesh===!0?P.id:0,z=H[D];if(z!==void 0){for(let q in z){let V=z[q];for(let le in V)h(V[le].object),delete V[le];delete z[q]}delete H[D],Object.keys(H).length===0&&delete n[k]}}}function O(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:L,dispose:R,releaseStatesOfGeometry:E,releaseStatesOfObject:w,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:m,disableUnusedAttributes:b}}function lM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function cM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==hi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let w=x===Oi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==ei&&x!==wi&&!w&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(et("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&u===!1;t.reversedDepthBuffer===!0&&u===!1&&et("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&u===!0&&et("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),b=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),S=i.getParameter(i.MAX_VARYING_VECTORS),y=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=i.getParameter(i.MAX_SAMPLES),E=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:b,maxVaryings:S,maxFragmentUniforms:y,maxSamples:R,samples:E}}function hM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new li,a=new ft,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){t=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let b=r?0:n,S=b*4,y=g.clippingState||null;l.value=y,y=h(p,d,S,f);for(let R=0;R!==S;++R)y[R]=t[R];g.clippingState=y,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=b}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(u,d,f,p){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,p!==!0||m===null){let g=f+_*4,b=d.matrixWorldInverse;a.getNormalMatrix(b),(m===null||m.length<g)&&(m=new Float32Array(g));for(let S=0,y=f;S!==_;++S,y+=4)o.copy(u[S]).applyMatrix4(b,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return e.numPlanes=_,e.numIntersection=0,m}}var al=class extends ci{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new Ea(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Qi(5,5,5),r=new Mi({name:"CubemapFromEquirect",uniforms:Ar(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Jn,blending:vr});r.uniforms.tEquirect.value=t;let o=new Tt(s,r),a=t.minFilter;return t.minFilter===Ui&&(t.minFilter=Un),new Ao(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},ng=256,uM=3,dM=20,Tg=256,Ag=16,fM=3,pM=new N,mM=new ct,vh=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Ao(1,10,null),this._boxMesh=new Tt(new Qi(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=pM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,_=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(e.background=l.getClearColor(mM));let m=new Ao(n,s,h);return m.position.copy(a),m.update(l,e),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,e.background=_,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=rg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=sg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(ng,Ad(e))}_fromTexture(e,t){e.mapping===Mr||e.mapping===Po?this._setSize(e.image.length===0?ng:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=ig(e,!1,!1),n=Math.log2(e)-uM;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=ig(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===Mr||e.mapping===Po?(this._cubemapMaterial===null&&(this._cubemapMaterial=rg()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=sg()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=gM(),this._integrationMaterial=_M());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Ag);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-fM)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(Tg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=xM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function ig(i,e,t){return new al(i,{minFilter:Ui,generateMipmaps:e,type:Oi,colorSpace:ya,depthBuffer:t})}function ll(i,e,t){return new Mi({name:i,uniforms:e,vertexShader:vt.cube_vert,fragmentShader:t,side:Jn,blending:vr,depthTest:!1,depthWrite:!1})}function gM(){return ll("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Tg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function _M(){return ll("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Ag}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function xM(){return ll("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${dM}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function sg(){return ll("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function rg(){return ll("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function yM(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Ic||f===Lc)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new al(p.height);return _.fromEquirectangularTexture(i,d),e.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Ic||f===Lc,_=f===Mr||f===Po;if(p||_){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new vh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let b=d.image;return p&&b&&b.height>0||_&&b&&l(b)?(n===null&&(n=new vh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===Ic?d.mapping=Mr:f===Lc&&(d.mapping=Po),d}function l(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function u(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function vM(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&pa("WebGLRenderer: "+n+" extension not supported."),s}}}function bM(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(e.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function c(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),t.memory.geometries++),_}function h(p){let _=p.attributes;for(let m in _)e.update(_[m],i.ARRAY_BUFFER)}function u(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let b=_!==null?_.array.length:m.array.length/3-1,S=m.count>=65535?wa:Sa,y=new S(Math.ceil(b/3)*6,1),R=y.array;if(_!==null){let x=_.array;g=_.version;for(let w=0,O=0;w<b;w+=3){let L=x[w+0],P=x[w+1],k=x[w+2];R[O++]=L,R[O++]=P,R[O++]=P,R[O++]=k,R[O++]=k,R[O++]=L}}else{g=m.version;for(let x=0,w=0;x<b;x+=3){let O=x+0,L=x+1,P=x+2;R[w++]=O,R[w++]=L,R[w++]=L,R[w++]=P,R[w++]=P,R[w++]=O}}y.version=g;let E=r.get(p);E&&e.remove(E),r.set(p,y)}function d(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let _=s[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function MM(i,e,t){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),t.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),t.update(d,n,f))}function h(u,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];t.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function SM(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:ot("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function wM(i,e,t){let n=new WeakMap,s=new en;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let O=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",O)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],b=a.morphAttributes.color||[],S=0;f===!0&&(S=1),p===!0&&(S=2),_===!0&&(S=3);let y=a.attributes.position.count*S,R=1;y>e.maxTextureSize&&(R=Math.ceil(y/e.maxTextureSize),y=e.maxTextureSize);let E=new Float32Array(y*R*4*u),x=new Ma(E,y,R,u);x.type=wi,x.needsUpdate=!0;let w=S*4;for(let L=0;L<u;L++){let P=m[L],k=g[L],H=b[L],D=y*R*4*L;for(let z=0;z<P.count;z++){let q=z*w;f===!0&&(s.fromBufferAttribute(P,z),E[D+q+0]=s.x,E[D+q+1]=s.y,E[D+q+2]=s.z,E[D+q+3]=0),p===!0&&(s.fromBufferAttribute(k,z),E[D+q+4]=s.x,E[D+q+5]=s.y,E[D+q+6]=s.z,E[D+q+7]=0),_===!0&&(s.fromBufferAttribute(H,z),E[D+q+8]=s.x,E[D+q+9]=s.y,E[D+q+10]=s.z,E[D+q+11]=H.itemSize===4?s.w:1)}}d={count:u,texture:x,size:new me(y,R)},n.set(a,d),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function TM(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=e.get(c,u);if(r.get(d)!==h&&(e.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var AM={[od]:"LINEAR_TONE_MAPPING",[ad]:"REINHARD_TONE_MAPPING",[ld]:"CINEON_TONE_MAPPING",[cd]:"ACES_FILMIC_TONE_MAPPING",[ud]:"AGX_TONE_MAPPING",[dd]:"NEUTRAL_TONE_MAPPING",[hd]:"CUSTOM_TONE_MAPPING"};function EM(i,e,t,n,s,r){let o=new ci(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Jt;h.setAttribute("position",new zt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new zt([0,2,0,0,2,0],2));let u=new xc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Tt(h,u),f=new xr(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,b=null,S=[],y=!1;this.setSize=function(R,E){o.setSize(R,E),a!==null&&a.setSize(R,E),l!==null&&l.setSize(R,E);for(let x=0;x<S.length;x++){let w=S[x];w.setSize&&w.setSize(R,E)}},this.setEffects=function(R){S=R,y=S.length>0&&S[0].isRenderPass===!0;let E=o.width,x=o.height;S.length>0&&a===null&&(a=new ci(E,x,{type:Oi,depthBuffer:!1,stencilBuffer:!1}),l=new ci(E,x,{type:Oi,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&S.some(O=>O.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new ys(E,x),r===!0&&(c.format=ws,c.type=wr)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let O=0;O<S.length;O++){let L=S[O];L.setSize&&L.setSize(E,x),w&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(R,E){if(m||R.toneMapping===Si&&S.length===0)return!1;if(b=E,E!==null){let x=E.width,w=E.height;(o.width!==x||o.height!==w)&&this.setSize(x,w)}return y===!1&&R.setRenderTarget(o),g=R.toneMapping,R.toneMapping=Si,!0},this.hasRenderPass=function(){return y},this.end=function(R,E){R.toneMapping=g,m=!0;let x=o,w=a;for(let O=0;O<S.length;O++){let L=S[O];L.enabled!==!1&&(L.render(R,w,x,E),L.needsSwap!==!1&&(x=w,w=w===a?l:a))}if(p!==R.outputColorSpace||_!==R.toneMapping){p=R.outputColorSpace,_=R.toneMapping,u.defines={},Rt.getTransfer(p)===Bt&&(u.defines.SRGB_TRANSFER="");let O=AM[_];O&&(u.defines[O]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,R.setRenderTarget(b),R.render(d,f),b=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Eg=new Zn,Rg=new ys(1,1),Cg=new Ra(1),Pg=new Ma,Ig=new lc,Lg=new Ea,og=[],ag=[],lg=new Float32Array(16),cg=new Float32Array(9),hg=new Float32Array(4);function Do(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=og[s];if(r===void 0&&(r=new Float32Array(s),og[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function vn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function bn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Mh(i,e){let t=ag[e];t===void 0&&(t=new Int32Array(e),ag[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function RM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function CM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2fv(this.addr,e),bn(t,e)}}function PM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(vn(t,e))return;i.uniform3fv(this.addr,e),bn(t,e)}}function IM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4fv(this.addr,e),bn(t,e)}}function LM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;hg.set(n),i.uniformMatrix2fv(this.addr,!1,hg),bn(t,n)}}function NM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;cg.set(n),i.uniformMatrix3fv(this.addr,!1,cg),bn(t,n)}}function DM(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(vn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),bn(t,e)}else{if(vn(t,n))return;lg.set(n),i.uniformMatrix4fv(this.addr,!1,lg),bn(t,n)}}function UM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function FM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2iv(this.addr,e),bn(t,e)}}function OM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(vn(t,e))return;i.uniform3iv(this.addr,e),bn(t,e)}}function BM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4iv(this.addr,e),bn(t,e)}}function zM(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function kM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(vn(t,e))return;i.uniform2uiv(this.addr,e),bn(t,e)}}function VM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(vn(t,e))return;i.uniform3uiv(this.addr,e),bn(t,e)}}function GM(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(vn(t,e))return;i.uniform4uiv(this.addr,e),bn(t,e)}}function Sh(i){return i.version===0&&(i.compareFunction=Md,i.needsUpdate=!0),i}function HM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Sh(Rg):r=Eg,t.setTexture2D(e||r,s)}function WM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Ig,s)}function XM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Sh(Cg):r=Lg,t.setTextureCube(e||r,s)}function qM(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||Pg,s)}function YM(i){switch(i){case 5126:return RM;case 35664:return CM;case 35665:return PM;case 35666:return IM;case 35674:return LM;case 35675:return NM;case 35676:return DM;case 5124:case 35670:return UM;case 35667:case 35671:return FM;case 35668:case 35672:return OM;case 35669:case 35673:return BM;case 5125:return zM;case 36294:return kM;case 36295:return VM;case 36296:return GM;case 35678:case 36198:case 36298:case 36306:case 35682:return HM;case 35679:case 36299:case 36307:return WM;case 35680:case 36300:case 36308:case 36293:return XM;case 36289:case 36303:case 36311:case 36292:return qM}}function $M(i,e){i.uniform1fv(this.addr,e)}function ZM(i,e){let t=Do(e,this.size,2);i.uniform2fv(this.addr,t)}function KM(i,e){let t=Do(e,this.size,3);i.uniform3fv(this.addr,t)}function JM(i,e){let t=Do(e,this.size,4);i.uniform4fv(this.addr,t)}function jM(i,e){let t=Do(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function QM(i,e){let t=Do(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function eS(i,e){let t=Do(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function tS(i,e){i.uniform1iv(this.addr,e)}function nS(i,e){i.uniform2iv(this.addr,e)}function iS(i,e){i.uniform3iv(this.addr,e)}function sS(i,e){i.uniform4iv(this.addr,e)}function rS(i,e){i.uniform1uiv(this.addr,e)}function oS(i,e){i.uniform2uiv(this.addr,e)}function aS(i,e){i.uniform3uiv(this.addr,e)}function lS(i,e){i.uniform4uiv(this.addr,e)}function cS(i,e,t){let n=this.cache,s=e.length,r=Mh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Sh(Rg):o=Eg;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function hS(i,e,t){let n=this.cache,s=e.length,r=Mh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Ig,r[o])}function uS(i,e,t){let n=this.cache,s=e.length,r=Mh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Sh(Cg):o=Lg;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function dS(i,e,t){let n=this.cache,s=e.length,r=Mh(t,s);vn(n,r)||(i.uniform1iv(this.addr,r),bn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||Pg,r[o])}function fS(i){switch(i){case 5126:return $M;case 35664:return ZM;case 35665:return KM;case 35666:return JM;case 35674:return jM;case 35675:return QM;case 35676:return eS;case 5124:case 35670:return tS;case 35667:case 35671:return nS;case 35668:case 35672:return iS;case 35669:case 35673:return sS;case 5125:return rS;case 36294:return oS;case 36295:return aS;case 36296:return lS;case 35678:case 36198:case 36298:case 36306:case 35682:return cS;case 35679:case 36299:case 36307:return hS;case 35680:case 36300:case 36308:case 36293:return uS;case 36289:case 36303:case 36311:case 36292:return dS}}var kd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=YM(t.type)}},Vd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=fS(t.type)}},Gd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},Bd=/(\w+)(\])?(\[|\.)?/g;function ug(i,e){i.seq.push(e),i.map[e.id]=e}function pS(i,e,t){let n=i.name,s=n.length;for(Bd.lastIndex=0;;){let r=Bd.exec(n),o=Bd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){ug(t,c===void 0?new kd(a,i,e):new Vd(a,i,e));break}else{let u=t.map[a];u===void 0&&(u=new Gd(a),ug(t,u)),t=u}}}var No=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);pS(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function dg(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var mS=37297,gS=0;function _S(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var fg=new ft;function xS(i){Rt._getMatrix(fg,Rt.workingColorSpace,i);let e=`mat3( ${fg.elements.map(t=>t.toFixed(4))} )`;switch(Rt.getTransfer(i)){case va:return[e,"LinearTransferOETF"];case Bt:return[e,"sRGBTransferOETF"];default:return et("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function pg(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+_S(i.getShaderSource(e),a)}else return r}function yS(i,e){let t=xS(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var vS={[od]:"Linear",[ad]:"Reinhard",[ld]:"Cineon",[cd]:"ACESFilmic",[ud]:"AgX",[dd]:"Neutral",[hd]:"Custom"};function bS(i,e){let t=vS[e];return t===void 0?(et("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var yh=new N;function MS(){Rt.getLuminanceCoefficients(yh);let i=yh.x.toFixed(4),e=yh.y.toFixed(4),t=yh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function SS(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ol).join(`
`)}function wS(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function TS(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function ol(i){return i!==""}function mg(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function gg(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var AS=/^[ \t]*#include +<([\w\d./]+)>/gm;function Hd(i){return i.replace(AS,ES)}function ES(i,e){let t=vt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Hd(t)}var RS=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function _g(i){return i.replace(RS,CS)}function CS(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function xg(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var PS={[yr]:"SHADOWMAP_TYPE_PCF",[Ro]:"SHADOWMAP_TYPE_VSM"};function IS(i){return PS[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var LS={[Po]:"ENVMAP_MODE_REFRACTION"};function NS(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":LS[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var DS={[rd]:"ENVMAP_BLENDING_MULTIPLY",[Pm]:"ENVMAP_BLENDING_MIX",[Im]:"ENVMAP_BLENDING_ADD"};function US(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":DS[i.combine]||"ENVMAP_BLENDING_NONE"}function FS(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=IS(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=NS(t),u=US(t),d=SS(t),f=wS(r),p=s.createProgram(),_,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(_=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(ol).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(ol).join(`
`),m.length>0&&(m+=`
`)):(_=[xg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ol).join(`
`),m=[xg(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==Si?"#define TONE_MAPPING":"",t.toneMapping!==Si?vt.tonemapping_pars_fragment:"",t.toneMapping!==Si?bS("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",vt.colorspace_pars_fragment,yS("linearToOutputTexel",t.outputColorSpace),MS(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(ol).join(`
`)),o=Hd(o),o=mg(o,t),o=gg(o,t),a=Hd(a),a=mg(a,t),a=gg(a,t),o=_g(o),a=_g(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",t.glslVersion===Sd?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Sd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let b=g+_+o,S=g+m+a,y=dg(s,s.VERTEX_SHADER,b),R=dg(s,s.FRAGMENT_SHADER,S);s.attachShader(p,y),s.attachShader(p,R),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function E(L){if(i.debug.checkShaderErrors){let P=s.getProgramInfoLog(p)||"",k=s.getShaderInfoLog(y)||"",H=s.getShaderInfoLog(R)||"",D=P.trim(),z=k.trim(),q=H.trim(),V=!0,le=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,y,R);else{let Z=pg(s,y,"vertex"),j=pg(s,R,"fragment");ot("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+D+`
`+Z+`
`+j)}else D!==""?et("WebGLProgram: Program Info Log:",D):(z===""||q==="")&&(le=!1);le&&(L.diagnostics={runnable:V,programLog:D,vertexShader:{log:z,prefix:_},fragmentShader:{log:q,prefix:m}})}s.deleteShader(y),s.deleteShader(R),x=new No(s,p),w=TS(s,p)}let x;this.getUniforms=function(){return x===void 0&&E(this),x};let w;this.getAttributes=function(){return w===void 0&&E(this),w};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(p,mS)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=gS++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=y,this.fragmentShader=R,this}var OS=0,Wd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Xd(e),t.set(e,n)),n}},Xd=class{constructor(e){this.id=OS++,this.code=e,this.usedTimes=0}};function BS(i){return i===Ks||i===il||i===sl}function zS(i,e,t,n,s,r){let o=new xo,a=new Wd,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,w,O,L,P,k){let H=L.fog,D=P.geometry,z=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?L.environment:null,q=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=e.get(x.envMap||z,q),le=d[x.type],Z=n.precision;x.precision!==null&&(Z=n.getMaxPrecision(x.precision),Z!==x.precision&&et("WebGLProgram.getParameters:",x.precision,"not supported, using",Z,"instead."));let j=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,ee=j!==void 0?j.length:0,de=0;D.morphAttributes.position!==void 0&&(de=1),D.morphAttributes.normal!==void 0&&(de=2),D.morphAttributes.color!==void 0&&(de=3);let ce,Q,ge,xe;if(le){let Ne=ts[le];ce=Ne.vertexShader,Q=Ne.fragmentShader}else{ce=x.vertexShader,Q=x.fragmentShader;let Ne=a.getVertexShaderStage(x),gt=a.getFragmentShaderStage(x);a.update(x,Ne,gt),ge=Ne.id,xe=gt.id}let Ie=i.getRenderTarget(),Se=i.state.buffers.depth.getReversed(),Ve=P.isInstancedMesh===!0,it=P.isBatchedMesh===!0,Ze=!!x.map,st=!!x.matcap,nt=!!V,re=nt&&V.isPMREMTexture===!0,ye=!!x.aoMap,_e=!!x.lightMap,Oe=!!x.bumpMap&&x.wireframe===!1,Le=!!x.normalMap,tt=!!x.displacementMap,Be=!!x.emissiveMap,mt=!!x.metalnessMap,dt=!!x.roughnessMap,_t=x.anisotropy>0,F=x.clearcoat>0,be=x.diffuseRoughness>0,We=x.dispersion>0,ht=x.retroreflectivity>0,we=x.iridescence>0,Ft=x.sheen>0,Ye=x.transmission>0,Qe=_t&&!!x.anisotropyMap,C=F&&!!x.clearcoatMap,M=F&&!!x.clearcoatNormalMap,X=F&&!!x.clearcoatRoughnessMap,ue=be&&!!x.diffuseRoughnessMap,oe=we&&!!x.iridescenceMap,Me=we&&!!x.iridescenceThicknessMap,Te=Ft&&!!x.sheenColorMap,te=Ft&&!!x.sheenRoughnessMap,ie=!!x.specularMap,pe=!!x.specularColorMap,B=!!x.specularIntensityMap,se=Ye&&!!x.transmissionMap,ne=Ye&&!!x.thicknessMap,Re=!!x.gradientMap,ve=!!x.alphaMap,Ee=x.alphaTest>0,Ke=!!x.alphaHash,at=!!x.extensions,he=Si;x.toneMapped&&(Ie===null||Ie.isXRRenderTarget===!0)&&(he=i.toneMapping);let Xe=re?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,lt={shaderID:le,shaderType:x.type,shaderName:x.name,vertexShader:ce,fragmentShader:Q,defines:x.defines,customVertexShaderID:ge,customFragmentShaderID:xe,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:Z,batching:it,batchingColor:it&&P._colorsTexture!==null,instancing:Ve,instancingColor:Ve&&P.instanceColor!==null,instancingMorph:Ve&&P.morphTexture!==null,outputColorSpace:Ie===null?i.outputColorSpace:Ie.isXRRenderTarget===!0?Ie.texture.colorSpace:Rt.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Ze,matcap:st,envMap:nt,envMapMode:nt&&V.mapping,envMapPMREM:re,envMapMaxLod:re?Xe.length-1:null,envMapSize:re?Xe[0].width:null,aoMap:ye,lightMap:_e,bumpMap:Oe,normalMap:Le,displacementMap:tt,emissiveMap:Be,normalMapObjectSpace:Le&&x.normalMapType===Dm,normalMapTangentSpace:Le&&x.normalMapType===_h,packedNormalMap:Le&&x.normalMapType===_h&&BS(x.normalMap.format),metalnessMap:mt,roughnessMap:dt,anisotropy:_t,anisotropyMap:Qe,clearcoat:F,clearcoatMap:C,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:be,diffuseRoughnessMap:ue,dispersion:We,retroreflection:ht,iridescence:we,iridescenceMap:oe,iridescenceThicknessMap:Me,sheen:Ft,sheenColorMap:Te,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:B,transmission:Ye,transmissionMap:se,thicknessMap:ne,gradientMap:Re,opaque:x.transparent===!1&&x.blending===Co&&x.alphaToCoverage===!1,alphaMap:ve,alphaTest:Ee,alphaHash:Ke,combine:x.combine,mapUv:Ze&&f(x.map.channel),aoMapUv:ye&&f(x.aoMap.channel),lightMapUv:_e&&f(x.lightMap.channel),bumpMapUv:Oe&&f(x.bumpMap.channel),normalMapUv:Le&&f(x.normalMap.channel),displacementMapUv:tt&&f(x.displacementMap.channel),emissiveMapUv:Be&&f(x.emissiveMap.channel),metalnessMapUv:mt&&f(x.metalnessMap.channel),roughnessMapUv:dt&&f(x.roughnessMap.channel),anisotropyMapUv:Qe&&f(x.anisotropyMap.channel),clearcoatMapUv:C&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ue&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:Me&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:Te&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:te&&f(x.sheenRoughnessMap.channel),specularMapUv:ie&&f(x.specularMap.channel),specularColorMapUv:pe&&f(x.specularColorMap.channel),specularIntensityMapUv:B&&f(x.specularIntensityMap.channel),transmissionMapUv:se&&f(x.transmissionMap.channel),thicknessMapUv:ne&&f(x.thicknessMap.channel),alphaMapUv:ve&&f(x.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Le||_t),vertexNormals:!!D.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:P.isPoints===!0&&!!D.attributes.uv&&(Ze||ve),fog:!!H,useFog:x.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||D.attributes.normal===void 0&&Le===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Se,skinning:P.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:ee,morphTextureStride:de,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:k.filter(Ne=>Ne.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:he,decodeVideoTexture:Ze&&x.map.isVideoTexture===!0&&Rt.getTransfer(x.map.colorSpace)===Bt,decodeVideoTextureEmissive:Be&&x.emissiveMap.isVideoTexture===!0&&Rt.getTransfer(x.emissiveMap.colorSpace)===Bt,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===yn,flipSided:x.side===Jn,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:at&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(at&&x.extensions.multiDraw===!0||it)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return lt.vertexUv1s=l.has(1),lt.vertexUv2s=l.has(2),lt.vertexUv3s=l.has(3),l.clear(),lt}function _(x){let w=[];if(x.shaderID?w.push(x.shaderID):(w.push(x.customVertexShaderID),w.push(x.customFragmentShaderID)),x.defines!==void 0)for(let O in x.defines)w.push(O),w.push(x.defines[O]);return x.isRawShaderMaterial===!1&&(m(w,x),g(w,x),w.push(i.outputColorSpace)),w.push(x.customProgramCacheKey),w.join()}function m(x,w){x.push(w.precision),x.push(w.outputColorSpace),x.push(w.envMapMode),x.push(w.envMapPMREM),x.push(w.envMapMaxLod),x.push(w.envMapSize),x.push(w.mapUv),x.push(w.alphaMapUv),x.push(w.lightMapUv),x.push(w.aoMapUv),x.push(w.bumpMapUv),x.push(w.normalMapUv),x.push(w.displacementMapUv),x.push(w.emissiveMapUv),x.push(w.metalnessMapUv),x.push(w.roughnessMapUv),x.push(w.anisotropyMapUv),x.push(w.clearcoatMapUv),x.push(w.clearcoatNormalMapUv),x.push(w.clearcoatRoughnessMapUv),x.push(w.diffuseRoughnessMapUv),x.push(w.iridescenceMapUv),x.push(w.iridescenceThicknessMapUv),x.push(w.sheenColorMapUv),x.push(w.sheenRoughnessMapUv),x.push(w.specularMapUv),x.push(w.specularColorMapUv),x.push(w.specularIntensityMapUv),x.push(w.transmissionMapUv),x.push(w.thicknessMapUv),x.push(w.combine),x.push(w.fogExp2),x.push(w.sizeAttenuation),x.push(w.morphTargetsCount),x.push(w.numSunLights),x.push(w.numDirLights),x.push(w.numPointLights),x.push(w.numSpotLights),x.push(w.numSpotLightMaps),x.push(w.numHemiLights),x.push(w.numRectAreaLights),x.push(w.numSunLightShadows),x.push(w.numDirLightShadows),x.push(w.numPointLightShadows),x.push(w.numSpotLightShadows),x.push(w.numSpotLightShadowsWithMaps),x.push(w.numLightProbes),x.push(w.numLightProbeGrids),x.push(w.shadowMapType),x.push(w.toneMapping),x.push(w.numClippingPlanes),x.push(w.numClipIntersection),x.push(w.depthPacking)}function g(x,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function b(x){let w=d[x.type],O;if(w){let L=ts[w];O=Qm.clone(L.uniforms)}else O=x.uniforms;return O}function S(x,w){let O=h.get(w);return O!==void 0?++O.usedTimes:(O=new FS(i,w,x,s),c.push(O),h.set(w,O)),O}function y(x){if(--x.usedTimes===0){let w=c.indexOf(x);c[w]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function R(x){a.remove(x)}function E(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:b,acquireProgram:S,releaseProgram:y,releaseShaderCache:R,programs:c,dispose:E}}function kS(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function VS(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function yg(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function vg(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,m,g){let b=i[e];return b===void 0?(b={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:g},i[e]=b):(b.id=d.id,b.object=d,b.geometry=f,b.material=p,b.materialVariant=o(d),b.groupOrder=_,b.renderOrder=d.renderOrder,b.z=m,b.group=g),e++,b}function l(d,f,p,_,m,g,b){b.reversedDepth===!0&&(m=-m);let S=a(d,f,p,_,m,g);p.transmission>0?n.push(S):p.transparent===!0?s.push(S):t.push(S)}function c(d,f,p,_,m,g){let b=a(d,f,p,_,m,g);p.transmission>0?n.unshift(b):p.transparent===!0?s.unshift(b):t.unshift(b)}function h(d,f){t.length>1&&t.sort(d||VS),n.length>1&&n.sort(f||yg),s.length>1&&s.sort(f||yg)}function u(){for(let d=e,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function GS(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new vg,i.set(n,[o])):s>=r.length?(o=new vg,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function HS(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new N,color:new ct};break;case"SpotLight":t={position:new N,direction:new N,color:new ct,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new N,color:new ct,distance:0,decay:0};break;case"HemisphereLight":t={direction:new N,skyColor:new ct,groundColor:new ct};break;case"RectAreaLight":t={color:new ct,position:new N,halfWidth:new N,halfHeight:new N};break}return i[e.id]=t,t}}}function WS(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new me};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new me};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new me,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var XS=0;function qS(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function YS(i){let e=new HS,t=WS(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new N);let s=new N,r=new wt,o=new wt;function a(c){let h=0,u=0,d=0;for(let k=0;k<9;k++)n.probe[k].set(0,0,0);let f=0,p=0,_=0,m=0,g=0,b=0,S=0,y=0,R=0,E=0,x=0,w=0,O=0,L=0;c.sort(qS);for(let k=0,H=c.length;k<H;k++){let D=c[k],z=D.color,q=D.intensity,V=D.distance,le=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===Ks?le=D.shadow.map.texture:le=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=z.r*q,u+=z.g*q,d+=z.b*q;else if(D.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(D.sh.coefficients[Z],q);L++}else if(D.isSunLight){let Z=e.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=ee,n.sunShadowMap[p]=le;let de=j.getViewportCount();for(let ce=0;ce<de;ce++)n.sunShadowMatrix[_+ce]=j.getMatrix(ce),n.sunShadowCascade[_+ce]=j._cascadeData[ce];_+=de,p++}n.sun[f]=Z,f++}else if(D.isDirectionalLight){let Z=e.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,n.directionalShadow[m]=ee,n.directionalShadowMap[m]=le,n.directionalShadowMatrix[m]=D.shadow.matrix,R++}n.directional[m]=Z,m++}else if(D.isSpotLight){let Z=e.get(D);Z.position.setFromMatrixPosition(D.matrixWorld),Z.color.copy(z).multiplyScalar(q),Z.distance=V,Z.coneCos=Math.cos(D.angle),Z.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),Z.decay=D.decay,n.spot[b]=Z;let j=D.shadow;if(D.map&&(n.spotLightMap[w]=D.map,w++,j.updateMatrices(D),D.castShadow&&O++),n.spotLightMatrix[b]=j.matrix,D.castShadow){let ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,n.spotShadow[b]=ee,n.spotShadowMap[b]=le,x++}b++}else if(D.isRectAreaLight){let Z=e.get(D);Z.color.copy(z).multiplyScalar(q),Z.halfWidth.set(D.width*.5,0,0),Z.halfHeight.set(0,D.height*.5,0),n.rectArea[S]=Z,S++}else if(D.isPointLight){let Z=e.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),Z.distance=D.distance,Z.decay=D.decay,D.castShadow){let j=D.shadow,ee=t.get(D);ee.shadowIntensity=j.intensity,ee.shadowBias=j.bias,ee.shadowNormalBias=j.normalBias,ee.shadowRadius=j.radius,ee.shadowMapSize=j.mapSize,ee.shadowCameraNear=j.camera.near,ee.shadowCameraFar=j.camera.far,n.pointShadow[g]=ee,n.pointShadowMap[g]=le,n.pointShadowMatrix[g]=D.shadow.matrix,E++}n.point[g]=Z,g++}else if(D.isHemisphereLight){let Z=e.get(D);Z.skyColor.copy(D.color).multiplyScalar(q),Z.groundColor.copy(D.groundColor).multiplyScalar(q),n.hemi[y]=Z,y++}}S>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Fe.LTC_FLOAT_1,n.rectAreaLTC2=Fe.LTC_FLOAT_2):(n.rectAreaLTC1=Fe.LTC_HALF_1,n.rectAreaLTC2=Fe.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let P=n.hash;(P.sunLength!==f||P.directionalLength!==m||P.pointLength!==g||P.spotLength!==b||P.rectAreaLength!==S||P.hemiLength!==y||P.numSunShadows!==p||P.numDirectionalShadows!==R||P.numPointShadows!==E||P.numSpotShadows!==x||P.numSpotMaps!==w||P.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=m,n.spot.length=b,n.rectArea.length=S,n.point.length=g,n.hemi.length=y,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=R,n.directionalShadowMap.length=R,n.directionalShadowMatrix.length=R,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+w-O,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=L,P.sunLength=f,P.directionalLength=m,P.pointLength=g,P.spotLength=b,P.rectAreaLength=S,P.hemiLength=y,P.numSunShadows=p,P.numDirectionalShadows=R,P.numPointShadows=E,P.numSpotShadows=x,P.numSpotMaps=w,P.numLightProbes=L,n.version=XS++)}function l(c,h){let u=0,d=0,f=0,p=0,_=0,m=0,g=h.matrixWorldInverse;for(let b=0,S=c.length;b<S;b++){let y=c[b];if(y.isSunLight){let R=n.sun[u];R.direction.setFromMatrixPosition(y.matrixWorld),R.direction.transformDirection(g),u++}else if(y.isDirectionalLight){let R=n.directional[d];R.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),d++}else if(y.isSpotLight){let R=n.spot[p];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),R.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),p++}else if(y.isRectAreaLight){let R=n.rectArea[_];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),o.identity(),r.copy(y.matrixWorld),r.premultiply(g),o.extractRotation(r),R.halfWidth.set(y.width*.5,0,0),R.halfHeight.set(0,y.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),_++}else if(y.isPointLight){let R=n.point[f];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),f++}else if(y.isHemisphereLight){let R=n.hemi[m];R.direction.setFromMatrixPosition(y.matrixWorld),R.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function bg(i){let e=new YS(i),t=[],n=[],s=[];function r(u){h.camera=u,t.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):t.push(u)}function a(u){n.push(u)}function l(){e.setup(t),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){e.setupView(t,u)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function $S(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new bg(i),e.set(s,[a])):r>=o.length?(a=new bg(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var ZS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,KS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,JS=[new N(1,0,0),new N(-1,0,0),new N(0,1,0),new N(0,-1,0),new N(0,0,1),new N(0,0,-1)],jS=[new N(0,-1,0),new N(0,-1,0),new N(0,0,1),new N(0,0,-1),new N(0,-1,0),new N(0,-1,0)],Mg=new wt,rl=new N,zd=new N;function QS(i,e,t){let n=new Gs,s=new me,r=new me,o=new en,a=new yc,l=new vc,c={},h=t.maxTextureSize,u={[Zs]:Jn,[Jn]:Zs,[yn]:yn},d=new Mi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new me},radius:{value:4}},vertexShader:ZS,fragmentShader:KS}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Jt;p.setAttribute("position",new It(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Tt(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=yr;let g=this.type;this.render=function(E,x,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||E.length===0)return;this.type===um&&(et("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=yr);let O=i.getRenderTarget(),L=i.getActiveCubeFace(),P=i.getActiveMipmapLevel(),k=i.state;k.setBlending(vr),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let H=g!==this.type;H&&x.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(z=>z.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,z=E.length;D<z;D++){let q=E[D],V=q.shadow;if(V===void 0){et("WebGLShadowMap:",q,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let le=V.getFrameExtents();s.multiply(le),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/le.x),s.x=r.x*le.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/le.y),s.y=r.y*le.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||H===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Ro){if(q.isPointLight){et("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new ci(s.x,s.y,{format:Ks,type:Oi,minFilter:Un,magFilter:Un,generateMipmaps:!1}),V.map.texture.name=q.name+".shadowMap",V.map.depthTexture=new ys(s.x,s.y,wi),V.map.depthTexture.name=q.name+".shadowMapDepth",V.map.depthTexture.format=ms,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=gn,V.map.depthTexture.magFilter=gn}else q.isPointLight?(V.map=new al(s.x),V.map.depthTexture=new Ra(s.x,Fi)):(V.map=new ci(s.x,s.y),V.map.depthTexture=new ys(s.x,s.y,Fi)),V.map.depthTexture.name=q.name+".shadowMap",V.map.depthTexture.format=ms,this.type===yr?(V.map.depthTexture.compareFunction=Z?bd:vd,V.map.depthTexture.minFilter=Un,V.map.depthTexture.magFilter=Un):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=gn,V.map.depthTexture.magFilter=gn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();q.isPointLight!==!0&&V.updateMatrices(q,w);let ee=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let de=0;de<j;de++){let ce=V.getCamera(de);if(q.isPointLight){let Q=V.camera,ge=V.matrix,xe=q.distance||Q.far;xe!==Q.far&&(Q.far=xe,Q.updateProjectionMatrix()),rl.setFromMatrixPosition(q.matrixWorld),Q.position.copy(rl),zd.copy(Q.position),zd.add(JS[de]),Q.up.copy(jS[de]),Q.lookAt(zd),Q.updateMatrixWorld(),ge.makeTranslation(-rl.x,-rl.y,-rl.z),Mg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Mg,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,de),i.clear();else{de===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(de);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),k.viewport(o)}n=V.getFrustum(de),y(x,w,ce,q,ee,this.type)}V.isPointLightShadow!==!0&&this.type===Ro&&b(V,w),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(O,L,P)};function b(E,x){let w=e.update(_);d.defines.VSM_SAMPLES!==E.blurSamples&&(d.defines.VSM_SAMPLES=E.blurSamples,f.defines.VSM_SAMPLES=E.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),E.mapPass===null?E.mapPass=new ci(s.x,s.y,{format:Ks,type:Oi}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),d.uniforms.shadow_pass.value=E.map.depthTexture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,i.setRenderTarget(E.mapPass),i.clear(),i.renderBufferDirect(x,null,w,d,_,null),f.uniforms.shadow_pass.value=E.mapPass.texture,f.uniforms.resolution.value.set(E.map.width,E.map.height),f.uniforms.radius.value=E.radius,i.setRenderTarget(E.map),i.clear(),i.renderBufferDirect(x,null,w,f,_,null)}function S(E,x,w,O){let L=null,P=w.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(P!==void 0)L=P;else if(L=w.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let k=L.uuid,H=x.uuid,D=c[k];D===void 0&&(D={},c[k]=D);let z=D[H];z===void 0&&(z=L.clone(),D[H]=z,x.addEventListener("dispose",R)),L=z}if(L.visible=x.visible,L.wireframe=x.wireframe,O===Ro?L.side=x.shadowSide!==null?x.shadowSide:x.side:L.side=x.shadowSide!==null?x.shadowSide:u[x.side],L.alphaMap=x.alphaMap,L.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,L.map=x.map,L.clipShadows=x.clipShadows,L.clippingPlanes=x.clippingPlanes,L.clipIntersection=x.clipIntersection,L.displacementMap=x.displacementMap,L.displacementScale=x.displacementScale,L.displacementBias=x.displacementBias,L.wireframeLinewidth=x.wireframeLinewidth,L.linewidth=x.linewidth,w.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let k=i.properties.get(L);k.light=w}return L}function y(E,x,w,O,L,P){if(E.visible===!1)return;if(E.layers.test(L)&&(E.isMesh||E.isLine||E.isPoints)&&(E.castShadow||E.receiveShadow&&P===Ro)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,E.matrixWorld);let D=e.update(E),z=E.material;if(Array.isArray(z)){let q=D.groups;for(let V=0,le=q.length;V<le;V++){let Z=q[V],j=z[Z.materialIndex];if(j&&j.visible){let ee=S(E,j,O,P);E.onBeforeShadow(i,E,x,w,D,ee,Z),i.renderBufferDirect(w,null,D,ee,E,Z),E.onAfterShadow(i,E,x,w,D,ee,Z)}}}else if(z.visible){let q=S(E,z,O,P);E.onBeforeShadow(i,E,x,w,D,q,null),i.renderBufferDirect(w,null,D,q,E,null),E.onAfterShadow(i,E,x,w,D,q,null)}}let H=E.children;for(let D=0,z=H.length;D<z;D++)y(H[D],x,w,O,L,P)}function R(E){E.target.removeEventListener("dispose",R);for(let w in c){let O=c[w],L=E.target.uuid;L in O&&(O[L].dispose(),delete O[L])}}}function ew(i,e){function t(){let B=!1,se=new en,ne=null,Re=new en(0,0,0,0);return{setMask:function(ve){ne!==ve&&!B&&(i.colorMask(ve,ve,ve,ve),ne=ve)},setLocked:function(ve){B=ve},setClear:function(ve,Ee,Ke,at,he){he===!0&&(ve*=at,Ee*=at,Ke*=at),se.set(ve,Ee,Ke,at),Re.equals(se)===!1&&(i.clearColor(ve,Ee,Ke,at),Re.copy(se))},reset:function(){B=!1,ne=null,Re.set(-1,0,0,0)}}}function n(){let B=!1,se=!1,ne=null,Re=null,ve=null;return{setReversed:function(Ee){if(se!==Ee){let Ke=e.get("EXT_clip_control");Ee?Ke.clipControlEXT(Ke.LOWER_LEFT_EXT,Ke.ZERO_TO_ONE_EXT):Ke.clipControlEXT(Ke.LOWER_LEFT_EXT,Ke.NEGATIVE_ONE_TO_ONE_EXT),se=Ee;let at=ve;ve=null,this.setClear(at)}},getReversed:function(){return se},setTest:function(Ee){Ee?Se(i.DEPTH_TEST):Ve(i.DEPTH_TEST)},setMask:function(Ee){ne!==Ee&&!B&&(i.depthMask(Ee),ne=Ee)},setFunc:function(Ee){if(se&&(Ee=Xm[Ee]),Re!==Ee){switch(Ee){case ec:i.depthFunc(i.NEVER);break;case tc:i.depthFunc(i.ALWAYS);break;case nc:i.depthFunc(i.LESS);break;case co:i.depthFunc(i.LEQUAL);break;case ic:i.depthFunc(i.EQUAL);break;case sc:i.depthFunc(i.GEQUAL);break;case rc:i.depthFunc(i.GREATER);break;case oc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Re=Ee}},setLocked:function(Ee){B=Ee},setClear:function(Ee){ve!==Ee&&(ve=Ee,se&&(Ee=1-Ee),i.clearDepth(Ee))},reset:function(){B=!1,ne=null,Re=null,ve=null,se=!1}}}function s(){let B=!1,se=null,ne=null,Re=null,ve=null,Ee=null,Ke=null,at=null,he=null;return{setTest:function(Xe){B||(Xe?Se(i.STENCIL_TEST):Ve(i.STENCIL_TEST))},setMask:function(Xe){se!==Xe&&!B&&(i.stencilMask(Xe),se=Xe)},setFunc:function(Xe,lt,Ne){(ne!==Xe||Re!==lt||ve!==Ne)&&(i.stencilFunc(Xe,lt,Ne),ne=Xe,Re=lt,ve=Ne)},setOp:function(Xe,lt,Ne){(Ee!==Xe||Ke!==lt||at!==Ne)&&(i.stencilOp(Xe,lt,Ne),Ee=Xe,Ke=lt,at=Ne)},setLocked:function(Xe){B=Xe},setClear:function(Xe){he!==Xe&&(i.clearStencil(Xe),he=Xe)},reset:function(){B=!1,se=null,ne=null,Re=null,ve=null,Ee=null,Ke=null,at=null,he=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],_=null,m=!1,g=null,b=null,S=null,y=null,R=null,E=null,x=null,w=new ct(0,0,0),O=0,L=!1,P=null,k=null,H=null,D=null,z=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,le=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(le=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=le>=1):Z.indexOf("OpenGL ES")!==-1&&(le=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=le>=2);let j=null,ee={},de=i.getParameter(i.SCISSOR_BOX),ce=i.getParameter(i.VIEWPORT),Q=new en().fromArray(de),ge=new en().fromArray(ce);function xe(B,se,ne,Re){let ve=new Uint8Array(4),Ee=i.createTexture();i.bindTexture(B,Ee),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ke=0;Ke<ne;Ke++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(se,0,i.RGBA,1,1,Re,0,i.RGBA,i.UNSIGNED_BYTE,ve):i.texImage2D(se+Ke,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ve);return Ee}let Ie={};Ie[i.TEXTURE_2D]=xe(i.TEXTURE_2D,i.TEXTURE_2D,1),Ie[i.TEXTURE_CUBE_MAP]=xe(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ie[i.TEXTURE_2D_ARRAY]=xe(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ie[i.TEXTURE_3D]=xe(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Se(i.DEPTH_TEST),o.setFunc(co),Oe(!1),Le(Qu),Se(i.CULL_FACE),ye(vr);function Se(B){h[B]!==!0&&(i.enable(B),h[B]=!0)}function Ve(B){h[B]!==!1&&(i.disable(B),h[B]=!1)}function it(B,se){return d[B]!==se?(i.bindFramebuffer(B,se),d[B]=se,B===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=se),B===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=se),!0):!1}function Ze(B,se){let ne=p,Re=!1;if(B){ne=f.get(se),ne===void 0&&(ne=[],f.set(se,ne));let ve=B.textures;if(ne.length!==ve.length||ne[0]!==i.COLOR_ATTACHMENT0){for(let Ee=0,Ke=ve.length;Ee<Ke;Ee++)ne[Ee]=i.COLOR_ATTACHMENT0+Ee;ne.length=ve.length,Re=!0}}else ne[0]!==i.BACK&&(ne[0]=i.BACK,Re=!0);Re&&i.drawBuffers(ne)}function st(B){return _!==B?(i.useProgram(B),_=B,!0):!1}let nt={[br]:i.FUNC_ADD,[fm]:i.FUNC_SUBTRACT,[pm]:i.FUNC_REVERSE_SUBTRACT};nt[mm]=i.MIN,nt[gm]=i.MAX;let re={[_m]:i.ZERO,[xm]:i.ONE,[ym]:i.SRC_COLOR,[id]:i.SRC_ALPHA,[Tm]:i.SRC_ALPHA_SATURATE,[Sm]:i.DST_COLOR,[bm]:i.DST_ALPHA,[vm]:i.ONE_MINUS_SRC_COLOR,[sd]:i.ONE_MINUS_SRC_ALPHA,[wm]:i.ONE_MINUS_DST_COLOR,[Mm]:i.ONE_MINUS_DST_ALPHA,[Am]:i.CONSTANT_COLOR,[Em]:i.ONE_MINUS_CONSTANT_COLOR,[Rm]:i.CONSTANT_ALPHA,[Cm]:i.ONE_MINUS_CONSTANT_ALPHA};function ye(B,se,ne,Re,ve,Ee,Ke,at,he,Xe){if(B===vr){m===!0&&(Ve(i.BLEND),m=!1);return}if(m===!1&&(Se(i.BLEND),m=!0),B!==dm){if(B!==g||Xe!==L){if((b!==br||R!==br)&&(i.blendEquation(i.FUNC_ADD),b=br,R=br),Xe)switch(B){case Co:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ed:i.blendFunc(i.ONE,i.ONE);break;case td:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case nd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:ot("WebGLState: Invalid blending: ",B);break}else switch(B){case Co:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ed:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case td:ot("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case nd:ot("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ot("WebGLState: Invalid blending: ",B);break}S=null,y=null,E=null,x=null,w.set(0,0,0),O=0,g=B,L=Xe}return}ve=ve||se,Ee=Ee||ne,Ke=Ke||Re,(se!==b||ve!==R)&&(i.blendEquationSeparate(nt[se],nt[ve]),b=se,R=ve),(ne!==S||Re!==y||Ee!==E||Ke!==x)&&(i.blendFuncSeparate(re[ne],re[Re],re[Ee],re[Ke]),S=ne,y=Re,E=Ee,x=Ke),(at.equals(w)===!1||he!==O)&&(i.blendColor(at.r,at.g,at.b,he),w.copy(at),O=he),g=B,L=!1}function _e(B,se){B.side===yn?Ve(i.CULL_FACE):Se(i.CULL_FACE);let ne=B.side===Jn;se&&(ne=!ne),Oe(ne),B.blending===Co&&B.transparent===!1?ye(vr):ye(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let Re=B.stencilWrite;a.setTest(Re),Re&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),Be(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?Se(i.SAMPLE_ALPHA_TO_COVERAGE):Ve(i.SAMPLE_ALPHA_TO_COVERAGE)}function Oe(B){P!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),P=B)}function Le(B){B!==cm?(Se(i.CULL_FACE),B!==k&&(B===Qu?i.cullFace(i.BACK):B===hm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ve(i.CULL_FACE),k=B}function tt(B){B!==H&&(V&&i.lineWidth(B),H=B)}function Be(B,se,ne){B?(Se(i.POLYGON_OFFSET_FILL),(D!==se||z!==ne)&&(D=se,z=ne,o.getReversed()&&(se=-se,ne=-ne),i.polygonOffset(se,ne))):Ve(i.POLYGON_OFFSET_FILL)}function mt(B){B?Se(i.SCISSOR_TEST):Ve(i.SCISSOR_TEST)}function dt(B){B===void 0&&(B=i.TEXTURE0+q-1),j!==B&&(i.activeTexture(B),j=B)}function _t(B,se,ne){ne===void 0&&(j===null?ne=i.TEXTURE0+q-1:ne=j);let Re=ee[ne];Re===void 0&&(Re={type:void 0,texture:void 0},ee[ne]=Re),(Re.type!==B||Re.texture!==se)&&(j!==ne&&(i.activeTexture(ne),j=ne),i.bindTexture(B,se||Ie[B]),Re.type=B,Re.texture=se)}function F(){let B=ee[j];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function be(){try{i.compressedTexImage2D(...arguments)}catch(B){ot("WebGLState:",B)}}function We(){try{i.compressedTexImage3D(...arguments)}catch(B){ot("WebGLState:",B)}}function ht(){try{i.texSubImage2D(...arguments)}catch(B){ot("WebGLState:",B)}}function we(){try{i.texSubImage3D(...arguments)}catch(B){ot("WebGLState:",B)}}function Ft(){try{i.compressedTexSubImage2D(...arguments)}catch(B){ot("WebGLState:",B)}}function Ye(){try{i.compressedTexSubImage3D(...arguments)}catch(B){ot("WebGLState:",B)}}function Qe(){try{i.texStorage2D(...arguments)}catch(B){ot("WebGLState:",B)}}function C(){try{i.texStorage3D(...arguments)}catch(B){ot("WebGLState:",B)}}function M(){try{i.texImage2D(...arguments)}catch(B){ot("WebGLState:",B)}}function X(){try{i.texImage3D(...arguments)}catch(B){ot("WebGLState:",B)}}function ue(B){return u[B]!==void 0?u[B]:i.getParameter(B)}function oe(B,se){u[B]!==se&&(i.pixelStorei(B,se),u[B]=se)}function Me(B){Q.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),Q.copy(B))}function Te(B){ge.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),ge.copy(B))}function te(B,se){let ne=c.get(se);ne===void 0&&(ne=new WeakMap,c.set(se,ne));let Re=ne.get(B);Re===void 0&&(Re=i.getUniformBlockIndex(se,B.name),i.uniformBlockBinding(se,Re,Re),ne.set(B,Re))}function ie(B,se,ne){let ve=c.get(se).get(B);l[ve]!==ne&&(i.bindBufferBase(i.UNIFORM_BUFFER,ve,ne),l[ve]=ne)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,ee={},d={},l={},f=new WeakMap,p=[],_=null,m=!1,g=null,b=null,S=null,y=null,R=null,E=null,x=null,w=new ct(0,0,0),O=0,L=!1,P=null,k=null,H=null,D=null,z=null,Q.set(0,0,i.canvas.width,i.canvas.height),ge.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Se,disable:Ve,bindFramebuffer:it,drawBuffers:Ze,useProgram:st,setBlending:ye,setMaterial:_e,setFlipSided:Oe,setCullFace:Le,setLineWidth:tt,setPolygonOffset:Be,setScissorTest:mt,activeTexture:dt,bindTexture:_t,unbindTexture:F,compressedTexImage2D:be,compressedTexImage3D:We,texImage2D:M,texImage3D:X,pixelStorei:oe,getParameter:ue,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:Qe,texStorage3D:C,texSubImage2D:ht,texSubImage3D:we,compressedTexSubImage2D:Ft,compressedTexSubImage3D:Ye,scissor:Me,viewport:Te,reset:pe}}function tw(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new me,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(C=>p.delete(C)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(C,M){return m?new OffscreenCanvas(C,M):ba("canvas")}function b(C,M,X){let ue=1,oe=Qe(C);if((oe.width>X||oe.height>X)&&(ue=X/Math.max(oe.width,oe.height)),ue<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let Me=Math.floor(ue*oe.width),Te=Math.floor(ue*oe.height);d===void 0&&(d=g(Me,Te));let te=M?g(Me,Te):d;return te.width=Me,te.height=Te,te.getContext("2d").drawImage(C,0,0,Me,Te),et("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+Me+"x"+Te+")."),te}else return"data"in C&&et("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),C;return C}function S(C){return C.generateMipmaps}function y(C){i.generateMipmap(C)}function R(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(C,M,X,ue,oe,Me=!1){if(C!==null){if(i[C]!==void 0)return i[C];et("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let Te;ue&&(Te=e.get("EXT_texture_norm16"),Te||et("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=M;if(M===i.RED&&(X===i.FLOAT&&(te=i.R32F),X===i.HALF_FLOAT&&(te=i.R16F),X===i.UNSIGNED_BYTE&&(te=i.R8),X===i.UNSIGNED_SHORT&&Te&&(te=Te.R16_EXT),X===i.SHORT&&Te&&(te=Te.R16_SNORM_EXT)),M===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.R8UI),X===i.UNSIGNED_SHORT&&(te=i.R16UI),X===i.UNSIGNED_INT&&(te=i.R32UI),X===i.BYTE&&(te=i.R8I),X===i.SHORT&&(te=i.R16I),X===i.INT&&(te=i.R32I)),M===i.RG&&(X===i.FLOAT&&(te=i.RG32F),X===i.HALF_FLOAT&&(te=i.RG16F),X===i.UNSIGNED_BYTE&&(te=i.RG8),X===i.UNSIGNED_SHORT&&Te&&(te=Te.RG16_EXT),X===i.SHORT&&Te&&(te=Te.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RG8UI),X===i.UNSIGNED_SHORT&&(te=i.RG16UI),X===i.UNSIGNED_INT&&(te=i.RG32UI),X===i.BYTE&&(te=i.RG8I),X===i.SHORT&&(te=i.RG16I),X===i.INT&&(te=i.RG32I)),M===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RGB8UI),X===i.UNSIGNED_SHORT&&(te=i.RGB16UI),X===i.UNSIGNED_INT&&(te=i.RGB32UI),X===i.BYTE&&(te=i.RGB8I),X===i.SHORT&&(te=i.RGB16I),X===i.INT&&(te=i.RGB32I)),M===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(te=i.RGBA16UI),X===i.UNSIGNED_INT&&(te=i.RGBA32UI),X===i.BYTE&&(te=i.RGBA8I),X===i.SHORT&&(te=i.RGBA16I),X===i.INT&&(te=i.RGBA32I)),M===i.RGB&&(X===i.UNSIGNED_SHORT&&Te&&(te=Te.RGB16_EXT),X===i.SHORT&&Te&&(te=Te.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(te=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(te=i.R11F_G11F_B10F)),M===i.RGBA){let ie=Me?va:Rt.getTransfer(oe);X===i.FLOAT&&(te=i.RGBA32F),X===i.HALF_FLOAT&&(te=i.RGBA16F),X===i.UNSIGNED_BYTE&&(te=ie===Bt?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&Te&&(te=Te.RGBA16_EXT),X===i.SHORT&&Te&&(te=Te.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(te=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(te=i.RGB5_A1)}return(te===i.R16F||te===i.R32F||te===i.RG16F||te===i.RG32F||te===i.RGBA16F||te===i.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function x(C,M){let X;return C?M===null||M===Fi||M===wr?X=i.DEPTH24_STENCIL8:M===wi?X=i.DEPTH32F_STENCIL8:M===Lo&&(X=i.DEPTH24_STENCIL8,et("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Fi||M===wr?X=i.DEPTH_COMPONENT24:M===wi?X=i.DEPTH_COMPONENT32F:M===Lo&&(X=i.DEPTH_COMPONENT16),X}function w(C,M){return S(C)===!0||C.isFramebufferTexture&&C.minFilter!==gn&&C.minFilter!==Un?Math.log2(Math.max(M.width,M.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?M.mipmaps.length:1}function O(C){let M=new WeakRef(C);n.get(C).__ref=M,p.add(M),_.register(C,M,M)}function L(C){let M=n.get(C).__ref;M!==void 0&&(p.delete(M),_.unregister(M))}function P(C){H(C.target)}function k(C){D(C.target)}function H(C){C.removeEventListener("dispose",P),L(C),q(C),C.isVideoTexture&&h.delete(C),C.isHTMLTexture&&u.delete(C)}function D(C){C.removeEventListener("dispose",k),L(C),le(C)}function z(){for(let C of p){let M=C.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):H(M))}p.clear(),u.clear()}function q(C){let M=n.get(C);if(M.__webglInit===void 0)return;let X=C.source,ue=f.get(X);if(ue){let oe=ue[M.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&V(C),Object.keys(ue).length===0&&f.delete(X)}n.remove(C)}function V(C){let M=n.get(C);i.deleteTexture(M.__webglTexture);let X=C.source,ue=f.get(X);delete ue[M.__cacheKey],o.memory.textures--}function le(C){let M=n.get(C);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=C.depthTexture;if(X&&X.renderTarget===C&&H(X),C.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(M.__webglFramebuffer[oe]))for(let Me=0;Me<M.__webglFramebuffer[oe].length;Me++)i.deleteFramebuffer(M.__webglFramebuffer[oe][Me]);else i.deleteFramebuffer(M.__webglFramebuffer[oe]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[oe])}else{if(Array.isArray(M.__webglFramebuffer))for(let oe=0;oe<M.__webglFramebuffer.length;oe++)i.deleteFramebuffer(M.__webglFramebuffer[oe]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let oe=0;oe<M.__webglColorRenderbuffer.length;oe++)M.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[oe]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ue=C.textures;for(let oe=0,Me=ue.length;oe<Me;oe++){let Te=n.get(ue[oe]);Te.__webglTexture&&(i.deleteTexture(Te.__webglTexture),o.memory.textures--),n.remove(ue[oe])}n.remove(C)}let Z=0;function j(){Z=0}function ee(){return Z}function de(C){Z=C}function ce(){let C=Z;return C>=s.maxTextures&&et("WebGLTextures: Trying to use "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,C}function Q(C){let M=[];return M.push(C.wrapS),M.push(C.wrapT),M.push(C.wrapR||0),M.push(C.magFilter),M.push(C.minFilter),M.push(C.anisotropy),M.push(C.internalFormat),M.push(C.format),M.push(C.type),M.push(C.generateMipmaps),M.push(C.mipmapsAutoUpdate),M.push(C.premultiplyAlpha),M.push(C.flipY),M.push(C.unpackAlignment),M.push(C.colorSpace),M.join()}function ge(C,M){let X=n.get(C);if(C.isVideoTexture&&Ft(C),C.isRenderTargetTexture===!1&&C.isExternalTexture!==!0&&C.version>0&&X.__version!==C.version){let ue=C.image;if(ue===null)et("WebGLRenderer: Texture marked for update but no image data found.");else if(ue.complete===!1)et("WebGLRenderer: Texture marked for update but image is incomplete");else{_e(X,C,M);return}}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+M)}function xe(C,M){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){_e(X,C,M);return}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+M)}function Ie(C,M){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){_e(X,C,M);return}t.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+M)}function Se(C,M){let X=n.get(C);if(C.version>0&&X.__version!==C.version){Oe(X,C,M);return}t.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+M)}let Ve={[ho]:i.REPEAT,[vi]:i.CLAMP_TO_EDGE,[uo]:i.MIRRORED_REPEAT},it={[gn]:i.NEAREST,[Nc]:i.NEAREST_MIPMAP_NEAREST,[Sr]:i.NEAREST_MIPMAP_LINEAR,[Un]:i.LINEAR,[Io]:i.LINEAR_MIPMAP_NEAREST,[Ui]:i.LINEAR_MIPMAP_LINEAR},Ze={[Fm]:i.NEVER,[Md]:i.ALWAYS,[Om]:i.LESS,[vd]:i.LEQUAL,[Bm]:i.EQUAL,[bd]:i.GEQUAL,[zm]:i.GREATER,[km]:i.NOTEQUAL};function st(C,M){if(M.type===wi&&e.has("OES_texture_float_linear")===!1&&(M.magFilter===Un||M.magFilter===Io||M.magFilter===Sr||M.magFilter===Ui||M.minFilter===Un||M.minFilter===Io||M.minFilter===Sr||M.minFilter===Ui)&&et("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Ve[M.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Ve[M.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Ve[M.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,it[M.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,it[M.minFilter]),M.compareFunction&&(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,Ze[M.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===gn||M.minFilter!==Sr&&M.minFilter!==Ui||M.type===wi&&e.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");i.texParameterf(C,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function nt(C,M){let X=!1;C.__webglInit===void 0&&(C.__webglInit=!0,M.addEventListener("dispose",P),O(M));let ue=M.source,oe=f.get(ue);oe===void 0&&(oe={},f.set(ue,oe));let Me=Q(M);if(Me!==C.__cacheKey){oe[Me]===void 0&&(oe[Me]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),oe[Me].usedTimes++;let Te=oe[C.__cacheKey];Te!==void 0&&(oe[C.__cacheKey].usedTimes--,Te.usedTimes===0&&V(M)),C.__cacheKey=Me,C.__webglTexture=oe[Me].texture}return X}function re(C,M,X){return Math.floor(Math.floor(C/X)/M)}function ye(C,M,X,ue){let Me=C.updateRanges;if(Me.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,X,ue,M.data);else{Me.sort((B,se)=>B.start-se.start);let Te=0;for(let B=1;B<Me.length;B++){let se=Me[Te],ne=Me[B],Re=se.start+se.count,ve=re(ne.start,M.width,4),Ee=re(se.start,M.width,4);ne.start<=Re+1&&ve===Ee&&re(ne.start+ne.count-1,M.width,4)===ve?se.count=Math.max(se.count,ne.start+ne.count-se.start):(++Te,Me[Te]=ne)}Me.length=Te+1;let te=t.getParameter(i.UNPACK_ROW_LENGTH),ie=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let B=0,se=Me.length;B<se;B++){let ne=Me[B],Re=Math.floor(ne.start/4),ve=Math.ceil(ne.count/4),Ee=Re%M.width,Ke=Math.floor(Re/M.width),at=ve,he=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,Ee),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ke),t.texSubImage2D(i.TEXTURE_2D,0,Ee,Ke,at,he,X,ue,M.data)}C.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,te),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function _e(C,M,X){let ue=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ue=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ue=i.TEXTURE_3D);let oe=nt(C,M),Me=M.source;t.bindTexture(ue,C.__webglTexture,i.TEXTURE0+X);let Te=n.get(Me);if(Me.version!==Te.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let he=Rt.getPrimaries(Rt.workingColorSpace),Xe=M.colorSpace===Bi?null:Rt.getPrimaries(M.colorSpace),lt=M.colorSpace===Bi||he===Xe?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,lt)}t.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let ie=b(M.image,!1,s.maxTextureSize);ie=Ye(M,ie);let pe=r.convert(M.format,M.colorSpace),B=r.convert(M.type),se=E(M.internalFormat,pe,B,M.normalized,M.colorSpace,M.isVideoTexture);st(ue,M);let ne,Re=M.mipmaps,ve=M.isVideoTexture!==!0,Ee=Te.__version===void 0||oe===!0,Ke=Me.dataReady,at=w(M,ie);if(M.isDepthTexture)se=x(M.format===ws,M.type),Ee&&(ve?t.texStorage2D(i.TEXTURE_2D,1,se,ie.width,ie.height):t.texImage2D(i.TEXTURE_2D,0,se,ie.width,ie.height,0,pe,B,null));else if(M.isDataTexture)if(Re.length>0){ve&&Ee&&t.texStorage2D(i.TEXTURE_2D,at,se,Re[0].width,Re[0].height);for(let he=0,Xe=Re.length;he<Xe;he++)ne=Re[he],ve?Ke&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,ne.width,ne.height,pe,B,ne.data):t.texImage2D(i.TEXTURE_2D,he,se,ne.width,ne.height,0,pe,B,ne.data);M.generateMipmaps=!1}else ve?(Ee&&t.texStorage2D(i.TEXTURE_2D,at,se,ie.width,ie.height),Ke&&ye(M,ie,pe,B)):t.texImage2D(i.TEXTURE_2D,0,se,ie.width,ie.height,0,pe,B,ie.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){ve&&Ee&&t.texStorage3D(i.TEXTURE_2D_ARRAY,at,se,Re[0].width,Re[0].height,ie.depth);for(let he=0,Xe=Re.length;he<Xe;he++)if(ne=Re[he],M.format!==hi)if(pe!==null)if(ve){if(Ke)if(M.layerUpdates.size>0){let lt=Ld(ne.width,ne.height,M.format,M.type);for(let Ne of M.layerUpdates){let gt=ne.data.subarray(Ne*lt/ne.data.BYTES_PER_ELEMENT,(Ne+1)*lt/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,Ne,ne.width,ne.height,1,pe,gt)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,he,se,ne.width,ne.height,ie.depth,0,ne.data,0,0);else et("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ve?Ke&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,0,ne.width,ne.height,ie.depth,pe,B,ne.data):t.texImage3D(i.TEXTURE_2D_ARRAY,he,se,ne.width,ne.height,ie.depth,0,pe,B,ne.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{ve&&Ee&&t.texStorage2D(i.TEXTURE_2D,at,se,Re[0].width,Re[0].height);for(let he=0,Xe=Re.length;he<Xe;he++)ne=Re[he],M.format!==hi?pe!==null?ve?Ke&&t.compressedTexSubImage2D(i.TEXTURE_2D,he,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(i.TEXTURE_2D,he,se,ne.width,ne.height,0,ne.data):et("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ve?Ke&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,ne.width,ne.height,pe,B,ne.data):t.texImage2D(i.TEXTURE_2D,he,se,ne.width,ne.height,0,pe,B,ne.data)}else if(M.isDataArrayTexture)if(ve){if(Ee&&t.texStorage3D(i.TEXTURE_2D_ARRAY,at,se,ie.width,ie.height,ie.depth),Ke)if(M.layerUpdates.size>0){let he=Ld(ie.width,ie.height,M.format,M.type);for(let Xe of M.layerUpdates){let lt=ie.data.subarray(Xe*he/ie.data.BYTES_PER_ELEMENT,(Xe+1)*he/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Xe,ie.width,ie.height,1,pe,B,lt)}M.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,B,ie.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,se,ie.width,ie.height,ie.depth,0,pe,B,ie.data);else if(M.isData3DTexture)ve?(Ee&&t.texStorage3D(i.TEXTURE_3D,at,se,ie.width,ie.height,ie.depth),Ke&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,B,ie.data)):t.texImage3D(i.TEXTURE_3D,0,se,ie.width,ie.height,ie.depth,0,pe,B,ie.data);else if(M.isFramebufferTexture){if(Ee)if(ve)t.texStorage2D(i.TEXTURE_2D,at,se,ie.width,ie.height);else{let he=ie.width,Xe=ie.height;for(let lt=0;lt<at;lt++)t.texImage2D(i.TEXTURE_2D,lt,se,he,Xe,0,pe,B,null),he>>=1,Xe>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let he=i.canvas;if(he.hasAttribute("layoutsubtree")||he.setAttribute("layoutsubtree","true"),ie.parentNode!==he){he.appendChild(ie),u.add(M),he.onpaint=Xe=>{let lt=Xe.changedElements;for(let Ne of u)lt.includes(Ne.image)&&(Ne.needsUpdate=!0)},he.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ie);else{let lt=i.RGBA,Ne=i.RGBA,gt=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,lt,Ne,gt,ie)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Re.length>0){if(ve&&Ee){let he=Qe(Re[0]);t.texStorage2D(i.TEXTURE_2D,at,se,he.width,he.height)}for(let he=0,Xe=Re.length;he<Xe;he++)ne=Re[he],ve?Ke&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,pe,B,ne):t.texImage2D(i.TEXTURE_2D,he,se,pe,B,ne);M.generateMipmaps=!1}else if(ve){if(Ee){let he=Qe(ie);t.texStorage2D(i.TEXTURE_2D,at,se,he.width,he.height)}Ke&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,B,ie)}else t.texImage2D(i.TEXTURE_2D,0,se,pe,B,ie);S(M)&&M.mipmapsAutoUpdate===!0&&y(ue),Te.__version=Me.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Oe(C,M,X){if(M.image.length!==6)return;let ue=nt(C,M),oe=M.source;t.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+X);let Me=n.get(oe);if(oe.version!==Me.__version||ue===!0){t.activeTexture(i.TEXTURE0+X);let Te=Rt.getPrimaries(Rt.workingColorSpace),te=M.colorSpace===Bi?null:Rt.getPrimaries(M.colorSpace),ie=M.colorSpace===Bi||Te===te?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=M.isCompressedTexture||M.image[0].isCompressedTexture,B=M.image[0]&&M.image[0].isDataTexture,se=[];for(let Ne=0;Ne<6;Ne++)!pe&&!B?se[Ne]=b(M.image[Ne],!0,s.maxCubemapSize):se[Ne]=B?M.image[Ne].image:M.image[Ne],se[Ne]=Ye(M,se[Ne]);let ne=se[0],Re=r.convert(M.format,M.colorSpace),ve=r.convert(M.type),Ee=E(M.internalFormat,Re,ve,M.normalized,M.colorSpace),Ke=M.isVideoTexture!==!0,at=Me.__version===void 0||ue===!0,he=oe.dataReady,Xe=w(M,ne);st(i.TEXTURE_CUBE_MAP,M);let lt;if(M.isDepthTexture){if(Ee=x(M.format===ws,M.type),at)if(Ke)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,Ee,ne.width,ne.height);else for(let Ne=0;Ne<6;Ne++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ee,ne.width,ne.height,0,Re,ve,null)}else if(pe){Ke&&at&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Xe,Ee,ne.width,ne.height);for(let Ne=0;Ne<6;Ne++){lt=se[Ne].mipmaps;for(let gt=0;gt<lt.length;gt++){let Yt=lt[gt];M.format!==hi?Re!==null?Ke?he&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt,0,0,Yt.width,Yt.height,Re,Yt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt,Ee,Yt.width,Yt.height,0,Yt.data):et("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ke?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt,0,0,Yt.width,Yt.height,Re,ve,Yt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt,Ee,Yt.width,Yt.height,0,Re,ve,Yt.data)}}}else{if(lt=M.mipmaps,Ke&&at){lt.length>0&&Xe++;let Ne=Qe(se[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Xe,Ee,Ne.width,Ne.height)}for(let Ne=0;Ne<6;Ne++)if(B){Ke?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,0,0,se[Ne].width,se[Ne].height,Re,ve,se[Ne].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ee,se[Ne].width,se[Ne].height,0,Re,ve,se[Ne].data);for(let gt=0;gt<lt.length;gt++){let Gn=lt[gt].image[Ne].image;Ke?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt+1,0,0,Gn.width,Gn.height,Re,ve,Gn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt+1,Ee,Gn.width,Gn.height,0,Re,ve,Gn.data)}}else{Ke?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,0,0,Re,ve,se[Ne]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,0,Ee,Re,ve,se[Ne]);for(let gt=0;gt<lt.length;gt++){let Yt=lt[gt];Ke?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt+1,0,0,Re,ve,Yt.image[Ne]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ne,gt+1,Ee,Re,ve,Yt.image[Ne])}}}S(M)&&M.mipmapsAutoUpdate===!0&&y(i.TEXTURE_CUBE_MAP),Me.__version=oe.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Le(C,M,X,ue,oe,Me){let Te=r.convert(X.format,X.colorSpace),te=r.convert(X.type),ie=E(X.internalFormat,Te,te,X.normalized,X.colorSpace),pe=n.get(M),B=n.get(X);if(B.__renderTarget=M,!pe.__hasExternalTextures){let se=Math.max(1,M.width>>Me),ne=Math.max(1,M.height>>Me);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,Me,ie,se,ne,M.depth,0,Te,te,null):t.texImage2D(oe,Me,ie,se,ne,0,Te,te,null)}t.bindFramebuffer(i.FRAMEBUFFER,C),we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ue,oe,B.__webglTexture,0,ht(M)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ue,oe,B.__webglTexture,Me),t.bindFramebuffer(i.FRAMEBUFFER,null)}function tt(C,M,X){if(i.bindRenderbuffer(i.RENDERBUFFER,C),M.depthBuffer){let ue=M.depthTexture,oe=ue&&ue.isDepthTexture?ue.type:null,Me=x(M.stencilBuffer,oe),Te=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;we(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ht(M),Me,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ht(M),Me,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,Me,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Te,i.RENDERBUFFER,C)}else{let ue=M.textures;for(let oe=0;oe<ue.length;oe++){let Me=ue[oe],Te=r.convert(Me.format,Me.colorSpace),te=r.convert(Me.type),ie=E(Me.internalFormat,Te,te,Me.normalized,Me.colorSpace);we(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ht(M),ie,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ht(M),ie,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,ie,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function Be(C,M,X){let ue=M.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,C),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(M.depthTexture);oe.__renderTarget=M;let Me=ue?M.depthTexture.image[0]:M.depthTexture.image;(!oe.__webglTexture||Me.width!==M.width||Me.height!==M.height)&&(Me.width=M.width,Me.height=M.height,M.depthTexture.needsUpdate=!0),ue?Se(M.depthTexture,0):ge(M.depthTexture,0);let Te=oe.__webglTexture,te=ht(M),ie=ue?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,pe=M.depthTexture.format===ws?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===ms)we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,Te,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,Te,0);else if(M.depthTexture.format===ws)we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,Te,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,Te,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function mt(C){let M=n.get(C),X=C.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==C.depthTexture){let ue=C.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ue){let oe=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ue.removeEventListener("dispose",oe)};ue.addEventListener("dispose",oe),M.__depthDisposeCallback=oe}M.__boundDepthTexture=ue}if(C.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let ue=0;ue<6;ue++)Be(M.__webglFramebuffer[ue],C,ue);else C.texture.mipmaps.length>0?Be(M.__webglFramebuffer[0],C,0):Be(M.__webglFramebuffer,C,0);else if(X){M.__webglDepthbuffer=[];for(let ue=0;ue<6;ue++)if(t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ue]),M.__webglDepthbuffer[ue]===void 0)M.__webglDepthbuffer[ue]=i.createRenderbuffer(),tt(M.__webglDepthbuffer[ue],C,!1);else{let oe=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Me=M.__webglDepthbuffer[ue];i.bindRenderbuffer(i.RENDERBUFFER,Me),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,Me)}}else if(C.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),tt(M.__webglDepthbuffer,C,!1);else{let oe=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Me=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,Me),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,Me)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function dt(C,M,X){let ue=n.get(C);M!==void 0&&Le(ue.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&mt(C)}function _t(C){let M=C.texture,X=n.get(C),ue=n.get(M);C.addEventListener("dispose",k),O(C);let oe=C.textures,Me=C.isWebGLCubeRenderTarget===!0,Te=oe.length>1;if(Te||(ue.__webglTexture===void 0&&(ue.__webglTexture=i.createTexture()),ue.__version=M.version,o.memory.textures++),Me){X.__webglFramebuffer=[];for(let te=0;te<6;te++)if(M.mipmaps.length>0){X.__webglFramebuffer[te]=[];for(let ie=0;ie<M.mipmaps.length;ie++)X.__webglFramebuffer[te][ie]=i.createFramebuffer()}else X.__webglFramebuffer[te]=i.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let te=0;te<M.mipmaps.length;te++)X.__webglFramebuffer[te]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(Te)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&we(C)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];X.__webglColorRenderbuffer[te]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),B=r.convert(ie.type),se=E(ie.internalFormat,pe,B,ie.normalized,ie.colorSpace,C.isXRRenderTarget===!0),ne=ht(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,ne,se,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+te,i.RENDERBUFFER,X.__webglColorRenderbuffer[te])}i.bindRenderbuffer(i.RENDERBUFFER,null),C.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),tt(X.__webglDepthRenderbuffer,C,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(Me){t.bindTexture(i.TEXTURE_CUBE_MAP,ue.__webglTexture),st(i.TEXTURE_CUBE_MAP,M);for(let te=0;te<6;te++)if(M.mipmaps.length>0)for(let ie=0;ie<M.mipmaps.length;ie++)Le(X.__webglFramebuffer[te][ie],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Le(X.__webglFramebuffer[te],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);S(M)?y(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}else if(Te){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],B=n.get(pe),se=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(se=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(se,B.__webglTexture),st(se,pe),Le(X.__webglFramebuffer,C,pe,i.COLOR_ATTACHMENT0+te,se,0),S(pe)&&y(se)}t.unbindTexture()}else{let te=i.TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(te=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(te,ue.__webglTexture),st(te,M),M.mipmaps.length>0)for(let ie=0;ie<M.mipmaps.length;ie++)Le(X.__webglFramebuffer[ie],C,M,i.COLOR_ATTACHMENT0,te,ie);else Le(X.__webglFramebuffer,C,M,i.COLOR_ATTACHMENT0,te,0);S(M)?y(te):M.mipmaps.length>0&&i.texParameteri(te,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}C.depthBuffer&&mt(C)}function F(C){let M=C.textures;for(let X=0,ue=M.length;X<ue;X++){let oe=M[X];if(S(oe)&&oe.mipmapsAutoUpdate===!0){let Me=R(C),Te=n.get(oe).__webglTexture;t.bindTexture(Me,Te),y(Me),t.unbindTexture()}}}let be=[];function We(C){if(C.samples>0){if(we(C)===!1){let M=C.textures,X=C.width,ue=C.height,oe=i.COLOR_BUFFER_BIT,Me=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Te=n.get(C),te=M.length>1;if(te)for(let pe=0;pe<M.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,Te.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,Te.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,Te.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Te.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Te.__webglFramebuffer);for(let pe=0;pe<M.length;pe++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),te){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Te.__webglColorRenderbuffer[pe]);let B=n.get(M[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,B,0)}i.blitFramebuffer(0,0,X,ue,0,0,X,ue,oe,i.NEAREST),l===!0&&(be.length=0,be.push(i.COLOR_ATTACHMENT0+pe),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&be.push(Me),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,be))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<M.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,Te.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,Te.__webglColorRenderbuffer[pe]);let B=n.get(M[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,Te.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,B,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,Te.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let M=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function ht(C){return Math.min(s.maxSamples,C.samples)}function we(C){let M=n.get(C);return C.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ft(C){let M=o.render.frame;h.get(C)!==M&&(h.set(C,M),C.update())}function Ye(C,M){let X=C.colorSpace,ue=C.format,oe=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||X!==ya&&X!==Bi&&(Rt.getTransfer(X)===Bt?(ue!==hi||oe!==ei)&&et("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ot("WebGLTextures: Unsupported texture color space:",X)),M}function Qe(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=ce,this.resetTextureUnits=j,this.getTextureUnits=ee,this.setTextureUnits=de,this.setTexture2D=ge,this.setTexture2DArray=xe,this.setTexture3D=Ie,this.setTextureCube=Se,this.rebindTextures=dt,this.setupRenderTarget=_t,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=We,this.setupDepthRenderbuffer=mt,this.setupFrameBufferTexture=Le,this.useMultisampledRTT=we,this.dispose=z}function nw(i,e){function t(n,s=Bi){let r,o=Rt.getTransfer(s);if(n===ei)return i.UNSIGNED_BYTE;if(n===Uc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Fc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===gd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===_d)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===pd)return i.BYTE;if(n===md)return i.SHORT;if(n===Lo)return i.UNSIGNED_SHORT;if(n===Dc)return i.INT;if(n===Fi)return i.UNSIGNED_INT;if(n===wi)return i.FLOAT;if(n===Oi)return i.HALF_FLOAT;if(n===xd)return i.ALPHA;if(n===yd)return i.RGB;if(n===hi)return i.RGBA;if(n===ms)return i.DEPTH_COMPONENT;if(n===ws)return i.DEPTH_STENCIL;if(n===Oc)return i.RED;if(n===Bc)return i.RED_INTEGER;if(n===Ks)return i.RG;if(n===zc)return i.RG_INTEGER;if(n===kc)return i.RGBA_INTEGER;if(n===Qa||n===el||n===tl||n===nl)if(o===Bt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Qa)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===el)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===tl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===nl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Qa)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===el)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===tl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===nl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Vc||n===Gc||n===Hc||n===Wc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Vc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Gc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Hc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Wc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Xc||n===qc||n===Yc||n===$c||n===Zc||n===il||n===Kc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Xc||n===qc)return o===Bt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Yc)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===$c)return r.COMPRESSED_R11_EAC;if(n===Zc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===il)return r.COMPRESSED_RG11_EAC;if(n===Kc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Jc||n===jc||n===Qc||n===eh||n===th||n===nh||n===ih||n===sh||n===rh||n===oh||n===ah||n===lh||n===ch||n===hh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Jc)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===jc)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Qc)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===eh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===th)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===nh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===ih)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===sh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===rh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===oh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===ah)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===lh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===ch)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===hh)return o===Bt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===uh||n===dh||n===fh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===uh)return o===Bt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===dh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===fh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===ph||n===mh||n===sl||n===gh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===ph)return r.COMPRESSED_RED_RGTC1_EXT;if(n===mh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===sl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===gh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===wr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var iw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,sw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,qd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Ca(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Mi({vertexShader:iw,fragmentShader:sw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Tt(new bs(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Yd=class extends Ni{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",m=new qd,g={},b=t.getContextAttributes(),S=null,y=null,R=[],E=[],x=new me,w=null,O=null,L=new $n;L.viewport=new en;let P=new $n;P.viewport=new en;let k=[L,P],H=new Cc,D=null,z=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let ge=R[Q];return ge===void 0&&(ge=new yo,R[Q]=ge),ge.getTargetRaySpace()},this.getControllerGrip=function(Q){let ge=R[Q];return ge===void 0&&(ge=new yo,R[Q]=ge),ge.getGripSpace()},this.getHand=function(Q){let ge=R[Q];return ge===void 0&&(ge=new yo,R[Q]=ge),ge.getHandSpace()};function q(Q){let ge=E.indexOf(Q.inputSource);if(ge===-1)return;let xe=R[ge];xe!==void 0&&(xe.update(Q.inputSource,Q.frame,c||o),xe.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",le);for(let Q=0;Q<R.length;Q++){let ge=E[Q];ge!==null&&(E[Q]=null,R[Q].disconnect(ge))}D=null,z=null,m.reset();for(let Q in g)delete g[Q];if(e.setRenderTarget(S),f=null,d=null,u=null,s=null,y=null,ce.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(x.width,x.height,!1),O!==null){let Q=O.camera;Q.fov=O.fov,Q.zoom=O.zoom,Q.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&et("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&et("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,t)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(S=e.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",V),s.addEventListener("inputsourceschange",le),b.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Ie=null,Se=null;b.depth&&(Se=b.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=b.stencil?ws:ms,Ie=b.stencil?wr:Fi);let Ve={colorFormat:t.RGBA8,depthFormat:Se,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ve),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),y=new ci(d.textureWidth,d.textureHeight,{format:hi,type:ei,depthTexture:new ys(d.textureWidth,d.textureHeight,Ie,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:b.stencil,colorSpace:e.outputColorSpace,samples:b.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xe={antialias:b.antialias,alpha:!0,depth:b.depth,stencil:b.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new ci(f.framebufferWidth,f.framebufferHeight,{format:hi,type:ei,colorSpace:e.outputColorSpace,stencilBuffer:b.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ce.setContext(s),ce.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function le(Q){for(let ge=0;ge<Q.removed.length;ge++){let xe=Q.removed[ge],Ie=E.indexOf(xe);Ie>=0&&(E[Ie]=null,R[Ie].disconnect(xe))}for(let ge=0;ge<Q.added.length;ge++){let xe=Q.added[ge],Ie=E.indexOf(xe);if(Ie===-1){for(let Ve=0;Ve<R.length;Ve++)if(Ve>=E.length){E.push(xe),Ie=Ve;break}else if(E[Ve]===null){E[Ve]=xe,Ie=Ve;break}if(Ie===-1)break}let Se=R[Ie];Se&&Se.connect(xe)}}function Z(Q,ge){ge===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(ge.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let ge=Q.near,xe=Q.far;m.texture!==null&&(m.depthNear>0&&(ge=m.depthNear),m.depthFar>0&&(xe=m.depthFar)),H.near=P.near=L.near=ge,H.far=P.far=L.far=xe,(D!==H.near||z!==H.far)&&(s.updateRenderState({depthNear:H.near,depthFar:H.far}),D=H.near,z=H.far),H.layers.mask=Q.layers.mask|6,L.layers.mask=H.layers.mask&-5,P.layers.mask=H.layers.mask&-3;let Ie=Q.parent,Se=H.cameras;Z(H,Ie);for(let Ve=0;Ve<Se.length;Ve++)Z(Se[Ve],Ie);H.projectionMatrix.copy(L.projectionMatrix),H.projectionMatrixInverse.copy(L.projectionMatrixInverse),O===null&&Q.isPerspectiveCamera&&(O={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,H,Ie)};function j(Q,ge,xe){xe===null?Q.matrix.copy(ge.matrixWorld):(Q.matrix.copy(xe.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(ge.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(ge.projectionMatrix),Q.projectionMatrixInverse.copy(ge.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=go*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return H},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(H)},this.getCameraTexture=function(Q){return g[Q]};let ee=null;function de(Q,ge){if(h=ge.getViewerPose(c||o),p=ge,h!==null){let xe=h.views;f!==null&&(e.setRenderTargetFramebuffer(y,f.framebuffer),e.setRenderTarget(y));let Ie=!1;xe.length!==H.cameras.length&&(H.cameras.length=0,Ie=!0);for(let Ze=0;Ze<xe.length;Ze++){let st=xe[Ze],nt=null;if(f!==null)nt=f.getViewport(st);else{let ye=u.getViewSubImage(d,st);nt=ye.viewport,Ze===0&&(e.setRenderTargetTextures(y,ye.colorTexture,ye.depthStencilTexture),e.setRenderTarget(y))}let re=k[Ze];re===void 0&&(re=new $n,re.layers.enable(Ze),re.viewport=new en,k[Ze]=re),re.matrix.fromArray(st.transform.matrix),re.matrix.decompose(re.position,re.quaternion,re.scale),re.projectionMatrix.fromArray(st.projectionMatrix),re.projectionMatrixInverse.copy(re.projectionMatrix).invert(),re.viewport.set(nt.x,nt.y,nt.width,nt.height),Ze===0&&(H.matrix.copy(re.matrix),H.matrix.decompose(H.position,H.quaternion,H.scale)),Ie===!0&&H.cameras.push(re)}let Se=s.enabledFeatures;if(Se&&Se.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Ze=u.getDepthInformation(xe[0]);Ze&&Ze.isValid&&Ze.texture&&m.init(Ze,s.renderState)}if(Se&&Se.includes("camera-access")&&_){e.state.unbindTexture(),u=n.getBinding();for(let Ze=0;Ze<xe.length;Ze++){let st=xe[Ze].camera;if(st){let nt=g[st];nt||(nt=new Ca,g[st]=nt);let re=u.getCameraImage(st);nt.sourceTexture=re}}}}for(let xe=0;xe<R.length;xe++){let Ie=E[xe],Se=R[xe];Ie!==null&&Se!==void 0&&Se.update(Ie,ge,c||o)}ee&&ee(Q,ge),ge.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:ge}),p=null}let ce=new Sg;ce.setAnimationLoop(de),this.setAnimationLoop=function(Q){ee=Q},this.dispose=function(){}}},rw=new wt,Ng=new ft;Ng.set(-1,0,0,0,1,0,0,0,1);function ow(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Cd(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,b,S,y){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,y)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,b,S):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Jn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Jn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let b=e.get(g),S=b.envMap,y=b.envMapRotation;S&&(m.envMap.value=S,m.envMapRotation.value.setFromMatrix4(rw.makeRotationFromEuler(y)).transpose(),S.isCubeTexture&&S.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Ng),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,b,S){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*b,m.scale.value=S*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,b){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Jn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=b.texture,m.transmissionSamplerSize.value.set(b.width,b.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let b=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(b.matrixWorld),m.nearDistance.value=b.shadow.camera.near,m.farDistance.value=b.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function aw(i,e,t,n){let s={},r={};function o(b,S){let y=S.program;n.uniformBlockBinding(b,y,s[b.id])}function a(b,S){let y=s[b.id];y===void 0&&(p(b),y=l(b),s[b.id]=y,b.addEventListener("dispose",m));let R=S.program;n.updateUBOMapping(b,R);let E=e.render.frame;r[b.id]!==E&&(c(b),r[b.id]=E)}function l(b){let S=i.createBuffer(),y=b.__size,R=b.usage;return i.bindBuffer(i.UNIFORM_BUFFER,S),i.bufferData(i.UNIFORM_BUFFER,y,R),i.bindBuffer(i.UNIFORM_BUFFER,null),S}function c(b){let S=s[b.id],y=b.uniforms,R=b.__cache;i.bindBuffer(i.UNIFORM_BUFFER,S);for(let E=0,x=y.length;E<x;E++){let w=y[E];if(Array.isArray(w))for(let O=0,L=w.length;O<L;O++)h(w[O],E,O,R);else h(w,E,0,R)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(b,S,y,R){if(d(b,S,y,R)===!0){let E=b.__offset,x=b.value;if(Array.isArray(x)){let w=0;for(let O=0;O<x.length;O++){let L=x[O],P=_(L,!0);u(L,b.__data,w),w+=P.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,b.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,E,b.__data)}}function u(b,S,y){typeof b=="number"||typeof b=="boolean"?S[y]=b:b.isMatrix3?(S[y]=b.elements[0],S[y+1]=b.elements[1],S[y+2]=b.elements[2],S[y+3]=0,S[y+4]=b.elements[3],S[y+5]=b.elements[4],S[y+6]=b.elements[5],S[y+7]=0,S[y+8]=b.elements[6],S[y+9]=b.elements[7],S[y+10]=b.elements[8],S[y+11]=0):ArrayBuffer.isView(b)?S.set(b.subarray(0,S.length-y),y):b.toArray(S,y)}function d(b,S,y,R){let E=b.value,x=S+"_"+y;if(Array.isArray(E)){R[x]===void 0&&(R[x]=[]);let w=R[x],O=!1;for(let L=0;L<E.length;L++)f(E[L],w,L)===!0&&(O=!0);return O}return f(E,R,x)}function f(b,S,y){if(S[y]===void 0)return typeof b=="number"||typeof b=="boolean"?S[y]=b:ArrayBuffer.isView(b)?S[y]=b.slice():S[y]=b.clone(),!0;{let R=S[y];if(typeof b=="number"||typeof b=="boolean"){if(R!==b)return S[y]=b,!0}else{if(ArrayBuffer.isView(b))return!0;if(R.equals(b)===!1)return R.copy(b),!0}}return!1}function p(b){let S=b.uniforms,y=0,R=16;for(let x=0,w=S.length;x<w;x++){let O=Array.isArray(S[x])?S[x]:[S[x]];for(let L=0,P=O.length;L<P;L++){let k=O[L],H=Array.isArray(k.value)?k.value:[k.value],D=Array.isArray(S[x])||Array.isArray(k.value),z=y;for(let V=0,le=H.length;V<le;V++){let Z=H[V],j=_(Z,D),ee=y%R,de=ee%j.boundary,ce=ee+de;y+=de,ce!==0&&R-ce<j.storage&&(y+=R-ce),V===0&&(z=y),y+=j.storage}let q=k.type==="int"?Int32Array:k.type==="uint"?Uint32Array:Float32Array;k.__data=new q((y-z)/Float32Array.BYTES_PER_ELEMENT),k.__offset=z}}let E=y%R;return E>0&&(y+=R-E),b.__size=y,b.__cache={},this}function _(b,S){let y={boundary:0,storage:0};return typeof b=="number"||typeof b=="boolean"?(y.boundary=4,y.storage=4):b.isVector2?(y.boundary=8,y.storage=8):b.isVector3||b.isColor?(y.boundary=16,y.storage=12):b.isVector4?(y.boundary=16,y.storage=16):b.isMatrix3?(y.boundary=16,y.storage=48):b.isMatrix4?(y.boundary=16,y.storage=64):b.isTexture?et("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(b)?(y.boundary=16,y.storage=b.byteLength):et("WebGLRenderer: Unsupported uniform value type.",b),S===!0&&(y.boundary=16,y.storage=Math.ceil(y.storage/16)*16),y}function m(b){let S=b.target;S.removeEventListener("dispose",m),i.deleteBuffer(s[S.id]),delete s[S.id],delete r[S.id]}function g(){for(let b in s)i.deleteBuffer(s[b]);s={},r={}}return{bind:o,update:a,dispose:g}}var lw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),es=null;function cw(){return es===null&&(es=new Ta(lw,16,16,Ks,Oi),es.name="DFG_LUT",es.minFilter=Un,es.magFilter=Un,es.wrapS=vi,es.wrapT=vi,es.generateMipmaps=!1,es.needsUpdate=!0),es}var bh=class{constructor(e={}){let{canvas:t=Gm(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ei}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,m=new Set([kc,zc,Bc]),g=new Set([ei,Fi,Lo,wr,Uc,Fc]),b=new Uint32Array(4),S=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},R=null,E=null,x=[],w=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Si,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,P=!1,k=null,H=null,D=null,z=null;this._outputColorSpace=Yn;let q=0,V=0,le=null,Z=-1,j=null,ee=new en,de=new en,ce=null,Q=new ct(0),ge=0,xe=t.width,Ie=t.height,Se=1,Ve=null,it=null,Ze=new en(0,0,xe,Ie),st=new en(0,0,xe,Ie),nt=!1,re=new Gs,ye=new cc,_e=!1,Oe=!1,Le=new wt,tt=new N,Be=new en,mt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},dt=!1;function _t(){return le===null?Se:1}let F=n;function be(A,G){return t.getContext(A,G)}let We,ht,we,Ft,Ye,Qe,C,M,X,ue,oe,Me,Te,te,ie,pe,B,se,ne,Re,ve,Ee,Ke;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Xe,!1),t.addEventListener("webglcontextrestored",lt,!1),t.addEventListener("webglcontextcreationerror",Ne,!1),F===null){let G="webgl2";if(F=be(G,A),F===null)throw be(G)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}at()}catch(A){throw t.removeEventListener("webglcontextlost",Xe,!1),t.removeEventListener("webglcontextrestored",lt,!1),t.removeEventListener("webglcontextcreationerror",Ne,!1),ot("WebGLRenderer: "+A.message),A}function at(){We=new vM(F),We.init(),ve=new nw(F,We),ht=new cM(F,We,e,ve),we=new ew(F,We),ht.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),H=F.createFramebuffer(),D=F.createFramebuffer(),z=F.createFramebuffer(),Ft=new SM(F),Ye=new kS,Qe=new tw(F,We,we,Ye,ht,ve,Ft),C=new yM(L),M=new Ty(F),Ee=new aM(F,M),X=new bM(F,M,Ft,Ee),ue=new TM(F,X,M,Ee,Ft),se=new wM(F,ht,Qe),ie=new hM(Ye),oe=new zS(L,C,We,ht,Ee,ie),Me=new ow(L,Ye),Te=new GS,te=new $S(We),B=new oM(L,C,we,ue,p,l),pe=new QS(L,ue,ht),Ke=new aw(F,Ft,ht,we),ne=new lM(F,We,Ft),Re=new MM(F,We,Ft),Ft.programs=oe.programs,L.capabilities=ht,L.extensions=We,L.properties=Ye,L.renderLists=Te,L.shadowMap=pe,L.state=we,L.info=Ft}_!==ei&&(O=new EM(_,t.width,t.height,a,s,r));let he=new Yd(L,F);this.xr=he,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let A=We.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=We.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Se},this.setPixelRatio=function(A){A!==void 0&&(Se=A,this.setSize(xe,Ie,!1))},this.getSize=function(A){return A.set(xe,Ie)},this.setSize=function(A,G,J=!0){if(he.isPresenting){et("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=A,Ie=G,t.width=Math.floor(A*Se),t.height=Math.floor(G*Se),J===!0&&(t.style.width=A+"px",t.style.height=G+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,A,G)},this.getDrawingBufferSize=function(A){return A.set(xe*Se,Ie*Se).floor()},this.setDrawingBufferSize=function(A,G,J){xe=A,Ie=G,Se=J,t.width=Math.floor(A*J),t.height=Math.floor(G*J),this.setViewport(0,0,A,G)},this.setEffects=function(A){if(_===ei){ot("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let G=0;G<A.length;G++)if(A[G].isOutputPass===!0){et("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(ee)},this.getViewport=function(A){return A.copy(Ze)},this.setViewport=function(A,G,J,Y){A.isVector4?Ze.set(A.x,A.y,A.z,A.w):Ze.set(A,G,J,Y),we.viewport(ee.copy(Ze).multiplyScalar(_t()).round())},this.getScissor=function(A){return A.copy(st)},this.setScissor=function(A,G,J,Y){A.isVector4?st.set(A.x,A.y,A.z,A.w):st.set(A,G,J,Y),we.scissor(de.copy(st).multiplyScalar(_t()).round())},this.getScissorTest=function(){return nt},this.setScissorTest=function(A){we.setScissorTest(nt=A)},this.setOpaqueSort=function(A){Ve=A},this.setTransparentSort=function(A){it=A},this.getClearColor=function(A){return A.copy(B.getClearColor())},this.setClearColor=function(){B.setClearColor(...arguments)},this.getClearAlpha=function(){return B.getClearAlpha()},this.setClearAlpha=function(){B.setClearAlpha(...arguments)},this.clear=function(A=!0,G=!0,J=!0){let Y=0;if(A){let $=!1;if(le!==null){let Ce=le.texture.format;$=m.has(Ce)}if($){let Ce=le.texture.type,De=g.has(Ce),Pe=B.getClearColor(),Ue=B.getClearAlpha(),$e=Pe.r,ut=Pe.g,bt=Pe.b;De?(b[0]=$e,b[1]=ut,b[2]=bt,b[3]=Ue,F.clearBufferuiv(F.COLOR,0,b)):(S[0]=$e,S[1]=ut,S[2]=bt,S[3]=Ue,F.clearBufferiv(F.COLOR,0,S))}else Y|=F.COLOR_BUFFER_BIT}G&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),k=A},this.dispose=function(){t.removeEventListener("webglcontextlost",Xe,!1),t.removeEventListener("webglcontextrestored",lt,!1),t.removeEventListener("webglcontextcreationerror",Ne,!1),B.dispose(),Te.dispose(),te.dispose(),Qe.dispose(),Ye.dispose(),C.dispose(),ue.dispose(),X.dispose(),Ee.dispose(),Ke.dispose(),oe.dispose(),he.dispose(),he.removeEventListener("sessionstart",Ml),he.removeEventListener("sessionend",Hi),ss.stop()};function Xe(A){A.preventDefault(),wd("WebGLRenderer: Context Lost."),P=!0}function lt(){wd("WebGLRenderer: Context Restored."),P=!1;let A=Ft.autoReset,G=pe.enabled,J=pe.autoUpdate,Y=pe.needsUpdate,$=pe.type;at(),Ft.autoReset=A,pe.enabled=G,pe.autoUpdate=J,pe.needsUpdate=Y,pe.type=$}function Ne(A){ot("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function gt(A){let G=A.target;G.removeEventListener("dispose",gt),Yt(G)}function Yt(A){Gn(A),Ye.remove(A)}function Gn(A){let G=Ye.get(A).programs;G!==void 0&&(G.forEach(function(J){oe.releaseProgram(J)}),A.isShaderMaterial&&oe.releaseShaderCache(A))}this.renderBufferDirect=function(A,G,J,Y,$,Ce){G===null&&(G=mt);let De=$.isMesh&&$.matrixWorld.determinantAffine()<0,Pe=ea(A,G,J,Y,$);we.setMaterial(Y,De);let Ue=J.index,$e=1;if(Y.wireframe===!0){if(Ue=X.getWireframeAttribute(J),Ue===void 0)return;$e=2}let ut=J.drawRange,bt=J.attributes.position,qe=ut.start*$e,Mt=(ut.start+ut.count)*$e;Ce!==null&&(qe=Math.max(qe,Ce.start*$e),Mt=Math.min(Mt,(Ce.start+Ce.count)*$e)),Ue!==null?(qe=Math.max(qe,0),Mt=Math.min(Mt,Ue.count)):bt!=null&&(qe=Math.max(qe,0),Mt=Math.min(Mt,bt.count));let nn=Mt-qe;if(nn<0||nn===1/0)return;Ee.setup($,Y,Pe,J,Ue);let Vt,Gt=ne;if(Ue!==null&&(Vt=M.get(Ue),Gt=Re,Gt.setIndex(Vt)),$.isMesh)Y.wireframe===!0?(we.setLineWidth(Y.wireframeLinewidth*_t()),Gt.setMode(F.LINES)):Gt.setMode(F.TRIANGLES);else if($.isLine){let xn=Y.linewidth;xn===void 0&&(xn=1),we.setLineWidth(xn*_t()),$.isLineSegments?Gt.setMode(F.LINES):$.isLineLoop?Gt.setMode(F.LINE_LOOP):Gt.setMode(F.LINE_STRIP)}else $.isPoints?Gt.setMode(F.POINTS):$.isSprite&&Gt.setMode(F.TRIANGLES);if($.isBatchedMesh)if(We.get("WEBGL_multi_draw"))Gt.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let xn=$._multiDrawStarts,Ge=$._multiDrawCounts,un=$._multiDrawCount,Et=Ue?M.get(Ue).bytesPerElement:1,os=Ye.get(Y).currentProgram.getUniforms();for(let dn=0;dn<un;dn++)os.setValue(F,"_gl_DrawID",dn),Gt.render(xn[dn]/Et,Ge[dn])}else if($.isInstancedMesh)Gt.renderInstances(qe,nn,$.count);else if(J.isInstancedBufferGeometry){let xn=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Ge=Math.min(J.instanceCount,xn);Gt.renderInstances(qe,nn,Ge)}else Gt.render(qe,nn)};function Jo(A,G,J,Y){k!==null&&A.isNodeMaterial&&k.setObject(Y,A),_e===!0&&ie.setState(A,J,!1),A.transparent===!0&&A.side===yn&&A.forceSinglePass===!1?(A.side=Jn,A.needsUpdate=!0,Wi(A,G,Y),A.side=Zs,A.needsUpdate=!0,Wi(A,G,Y),A.side=yn):Wi(A,G,Y)}this.compile=function(A,G,J=null){J===null&&(J=A),k!==null&&k.renderStart(A,G,J),E=te.get(J),E.init(G),w.push(E),J.traverseVisible(function($){$.isLight&&$.layers.test(G.layers)&&(E.pushLight($),$.castShadow&&E.pushShadow($))}),A!==J&&A.traverseVisible(function($){$.isLight&&$.layers.test(G.layers)&&(E.pushLight($),$.castShadow&&E.pushShadow($))}),E.setupLights(),k!==null&&k.updateLights(E.state.lightsArray),Oe=this.localClippingEnabled,_e=ie.init(this.clippingPlanes,Oe),_e===!0&&ie.setGlobalState(this.clippingPlanes,G),k!==null&&pe.render(E.state.shadowsArray,J,G);let Y=new Set;return A.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Ce=$.material;if(Ce)if(Array.isArray(Ce))for(let De=0;De<Ce.length;De++){let Pe=Ce[De];Jo(Pe,J,G,$),Y.add(Pe)}else Jo(Ce,J,G,$),Y.add(Ce)}),E=w.pop(),k!==null&&k.renderEnd(),Y},this.compileAsync=function(A,G,J=null){let Y=this.compile(A,G,J);return new Promise($=>{function Ce(){if(Y.forEach(function(De){let Ue=Ye.get(De).currentProgram;(Ue===void 0||Ue.isReady())&&Y.delete(De)}),Y.size===0){$(A);return}setTimeout(Ce,10)}We.get("KHR_parallel_shader_compile")!==null?Ce():setTimeout(Ce,10)})};let Br=null;function au(A){Br&&Br(A)}function Ml(){ss.stop()}function Hi(){ss.start()}let ss=new Sg;ss.setAnimationLoop(au),typeof self<"u"&&ss.setContext(self),this.setAnimationLoop=function(A){Br=A,he.setAnimationLoop(A),A===null?ss.stop():ss.start()},he.addEventListener("sessionstart",Ml),he.addEventListener("sessionend",Hi),this.render=function(A,G){if(G!==void 0&&G.isCamera!==!0){ot("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(P===!0)return;k!==null&&k.renderStart(A,G);let J=he.enabled===!0&&he.isPresenting===!0,Y=O!==null&&(le===null||J)&&O.begin(L,le);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),G.parent===null&&G.matrixWorldAutoUpdate===!0&&G.updateMatrixWorld(),he.enabled===!0&&he.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(he.cameraAutoUpdate===!0&&he.updateCamera(G),G=he.getCamera()),A.isScene===!0&&A.onBeforeRender(L,A,G,le),E=te.get(A,w.length),E.init(G),E.state.textureUnits=Qe.getTextureUnits(),w.push(E),Le.multiplyMatrices(G.projectionMatrix,G.matrixWorldInverse),G.isArrayCamera?ye.setFromArrayCamera(G):re.setFromProjectionMatrix(Le,bi,G.reversedDepth),Oe=this.localClippingEnabled,_e=ie.init(this.clippingPlanes,Oe),R=Te.get(A,x.length),R.init(),x.push(R),this.info.render.frame++,he.enabled===!0&&he.isPresenting===!0){let De=L.xr.getDepthSensingMesh();De!==null&&rs(De,G,-1/0,L.sortObjects)}rs(A,G,0,L.sortObjects),R.finish(),k!==null&&k.updateLights(E.state.lightsArray),L.sortObjects===!0&&R.sort(Ve,it),dt=he.enabled===!1||he.isPresenting===!1||he.hasDepthSensing()===!1,dt&&B.addToRenderList(R,A),this.info.autoReset===!0&&this.info.reset(),_e===!0&&ie.beginShadows();let $=E.state.shadowsArray;if(pe.render($,A,G),_e===!0&&ie.endShadows(),(Y&&O.hasRenderPass())===!1){let De=R.opaque,Pe=R.transmissive;if(E.setupLights(),G.isArrayCamera){let Ue=G.cameras;if(Pe.length>0)for(let $e=0,ut=Ue.length;$e<ut;$e++){let bt=Ue[$e];Ei(De,Pe,A,bt)}dt&&B.render(A);for(let $e=0,ut=Ue.length;$e<ut;$e++){let bt=Ue[$e];jo(R,A,bt,bt.viewport)}}else Pe.length>0&&Ei(De,Pe,A,G),dt&&B.render(A),jo(R,A,G)}le!==null&&V===0&&(Qe.updateMultisampleRenderTarget(le),Qe.updateRenderTargetMipmap(le)),Y&&O.end(L),A.isScene===!0&&A.onAfterRender(L,A,G),Ee.resetDefaultState(),Z=-1,j=null,w.pop(),w.length>0?(E=w[w.length-1],Qe.setTextureUnits(E.state.textureUnits),_e===!0&&ie.setGlobalState(L.clippingPlanes,E.state.camera)):E=null,x.pop(),x.length>0?R=x[x.length-1]:R=null,k!==null&&k.renderEnd()};function rs(A,G,J,Y){if(A.visible===!1)return;if(A.layers.test(G.layers)){if(A.isGroup)J=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(G);else if(A.isLight)E.pushLight(A),A.castShadow&&E.pushShadow(A);else if(A.isSprite){let De=G.isArrayCamera?ye:re;if(!A.frustumCulled||A.intersectsFrustum(De)){Y&&Be.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Le);let Pe=ue.update(A),Ue=A.material;Ue.visible&&R.push(A,Pe,Ue,J,Be.z,null,G)}}else if(A.isMesh||A.isLine||A.isPoints){let De=G.isArrayCamera?ye:re;if(!A.frustumCulled||A.intersectsFrustum(De)){let Pe=ue.update(A),Ue=A.material;if(Y&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),Be.copy(A.boundingSphere.center)):(Pe.boundingSphere===null&&Pe.computeBoundingSphere(),Be.copy(Pe.boundingSphere.center)),Be.applyMatrix4(A.matrixWorld).applyMatrix4(Le)),Array.isArray(Ue)){let $e=Pe.groups;for(let ut=0,bt=$e.length;ut<bt;ut++){let qe=$e[ut],Mt=Ue[qe.materialIndex];Mt&&Mt.visible&&R.push(A,Pe,Mt,J,Be.z,qe,G)}}else Ue.visible&&R.push(A,Pe,Ue,J,Be.z,null,G)}}}let Ce=A.children;for(let De=0,Pe=Ce.length;De<Pe;De++)rs(Ce[De],G,J,Y)}function jo(A,G,J,Y){let{opaque:$,transmissive:Ce,transparent:De}=A;E.setupLightsView(J),_e===!0&&ie.setGlobalState(L.clippingPlanes,J),Y&&we.viewport(ee.copy(Y)),$.length>0&&rn($,G,J),Ce.length>0&&rn(Ce,G,J),De.length>0&&rn(De,G,J),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function Ei(A,G,J,Y){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[Y.id]===void 0){let qe=We.has("EXT_color_buffer_half_float")||We.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[Y.id]=new ci(1,1,{generateMipmaps:!0,type:qe?Oi:ei,minFilter:Ui,samples:Math.max(4,ht.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Rt.workingColorSpace})}let Ce=E.state.transmissionRenderTarget[Y.id],De=Y.viewport||ee;Ce.setSize(De.z*L.transmissionResolutionScale,De.w*L.transmissionResolutionScale);let Pe=L.getRenderTarget(),Ue=L.getActiveCubeFace(),$e=L.getActiveMipmapLevel();L.setRenderTarget(Ce),L.getClearColor(Q),ge=L.getClearAlpha(),ge<1&&L.setClearColor(16777215,.5),L.clear(),dt&&B.render(J);let ut=L.toneMapping;L.toneMapping=Si;let bt=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),E.setupLightsView(Y),_e===!0&&ie.setGlobalState(L.clippingPlanes,Y),rn(A,J,Y),Qe.updateMultisampleRenderTarget(Ce),Qe.updateRenderTargetMipmap(Ce),We.has("WEBGL_multisampled_render_to_texture")===!1){let qe=!1;for(let Mt=0,nn=G.length;Mt<nn;Mt++){let Vt=G[Mt],{object:Gt,geometry:xn,material:Ge,group:un}=Vt;if(Ge.side===yn&&Gt.layers.test(Y.layers)){let Et=Ge.side;Ge.side=Jn,Ge.needsUpdate=!0,cn(Gt,J,Y,xn,Ge,un),Ge.side=Et,Ge.needsUpdate=!0,qe=!0}}qe===!0&&(Qe.updateMultisampleRenderTarget(Ce),Qe.updateRenderTargetMipmap(Ce))}L.setRenderTarget(Pe,Ue,$e),L.setClearColor(Q,ge),bt!==void 0&&(Y.viewport=bt),L.toneMapping=ut}function rn(A,G,J){let Y=G.isScene===!0?G.overrideMaterial:null;for(let $=0,Ce=A.length;$<Ce;$++){let De=A[$],{object:Pe,geometry:Ue,group:$e}=De,ut=De.material;ut.allowOverride===!0&&Y!==null&&(ut=Y),Pe.layers.test(J.layers)&&cn(Pe,G,J,Ue,ut,$e)}}function cn(A,G,J,Y,$,Ce){k!==null&&$.isNodeMaterial&&k.setObject(A,$),A.onBeforeRender(L,G,J,Y,$,Ce),A.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),$.onBeforeRender(L,G,J,Y,A,Ce),$.transparent===!0&&$.side===yn&&$.forceSinglePass===!1?($.side=Jn,$.needsUpdate=!0,L.renderBufferDirect(J,G,Y,$,A,Ce),$.side=Zs,$.needsUpdate=!0,L.renderBufferDirect(J,G,Y,$,A,Ce),$.side=yn):L.renderBufferDirect(J,G,Y,$,A,Ce),A.onAfterRender(L,G,J,Y,$,Ce)}function hn(A){let G=0;for(let J of A)J.texture!==null&&G++;return G}function Wi(A,G,J){G.isScene!==!0&&(G=mt);let Y=Ye.get(A),$=E.state.lights,Ce=E.state.shadowsArray,De=$.state.version,Pe=oe.getParameters(A,$.state,Ce,G,J,E.state.lightProbeGridArray),Ue=oe.getProgramCacheKey(Pe),$e=Y.programs;Y.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?G.environment:null,Y.fog=G.fog;let ut=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;Y.envMap=C.get(A.envMap||Y.environment,ut),Y.envMapRotation=Y.environment!==null&&A.envMap===null?G.environmentRotation:A.envMapRotation,$e===void 0&&(A.addEventListener("dispose",gt),$e=new Map,Y.programs=$e,Y.programVariants=new Map);let bt=$e.get(Ue);if(bt!==void 0){if(Y.currentProgram===bt&&Y.lightsStateVersion===De)return Qo(A,Pe),bt}else Pe.uniforms=oe.getUniforms(A),k!==null&&A.isNodeMaterial&&k.build(A,J,Pe),A.onBeforeCompile(Pe,L),bt=oe.acquireProgram(Pe,Ue),$e.set(Ue,bt),Y.uniforms=Pe.uniforms;let qe=Y.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(qe.clippingPlanes=ie.uniform),Qo(A,Pe),Y.needsLights=Cs(A),Y.lightsStateVersion=De,Y.needsLights&&(qe.ambientLightColor.value=$.state.ambient,qe.lightProbe.value=$.state.probe,qe.sunLights.value=$.state.sun,qe.sunLightShadows.value=$.state.sunShadow,qe.directionalLights.value=$.state.directional,qe.directionalLightShadows.value=$.state.directionalShadow,qe.spotLights.value=$.state.spot,qe.spotLightShadows.value=$.state.spotShadow,qe.rectAreaLights.value=$.state.rectArea,qe.ltc_1.value=$.state.rectAreaLTC1,qe.ltc_2.value=$.state.rectAreaLTC2,qe.pointLights.value=$.state.point,qe.pointLightShadows.value=$.state.pointShadow,qe.hemisphereLights.value=$.state.hemi,qe.sunShadowMatrix.value=$.state.sunShadowMatrix,qe.sunShadowCascade.value=$.state.sunShadowCascade,qe.directionalShadowMatrix.value=$.state.directionalShadowMatrix,qe.spotLightMatrix.value=$.state.spotLightMatrix,qe.spotLightMap.value=$.state.spotLightMap,qe.pointShadowMatrix.value=$.state.pointShadowMatrix),Y.numLightProbeGrids=hn(E.state.lightProbeGridArray),Y.currentProgram=bt,Y.uniformsList=null,bt}function ni(A,G,J,Y,$){let Ce=Ye.get(A),De=Ce.currentProgram.id+","+Y+","+$,Pe=Ce.programVariants.get(De);return Pe===void 0?(Pe=Wi(A,G,J),Ce.programVariants.set(De,Pe)):(Ce.currentProgram=Pe,Ce.uniformsList=null,Ce.outputColorSpace=Y,Ce.toneMapping=$),Pe}function Rs(A){if(A.uniformsList===null){let G=A.currentProgram.getUniforms();A.uniformsList=No.seqWithValue(G.seq,A.uniforms)}return A.uniformsList}function Qo(A,G){let J=Ye.get(A);J.outputColorSpace=G.outputColorSpace,J.batching=G.batching,J.batchingColor=G.batchingColor,J.instancing=G.instancing,J.instancingColor=G.instancingColor,J.instancingMorph=G.instancingMorph,J.skinning=G.skinning,J.morphTargets=G.morphTargets,J.morphNormals=G.morphNormals,J.morphColors=G.morphColors,J.morphTargetsCount=G.morphTargetsCount,J.numClippingPlanes=G.numClippingPlanes,J.numIntersection=G.numClipIntersection,J.vertexAlphas=G.vertexAlphas,J.vertexTangents=G.vertexTangents,J.toneMapping=G.toneMapping}function ea(A,G,J,Y,$){G.isScene!==!0&&(G=mt),Qe.resetTextureUnits();let Ce=G.fog,De=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?G.environment:null,Pe=le===null?L.outputColorSpace:le.isXRRenderTarget===!0?le.texture.colorSpace:Rt.workingColorSpace,Ue=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,$e=C.get(Y.envMap||De,Ue),ut=Y.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,bt=!!J.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),qe=!!J.morphAttributes.position,Mt=!!J.morphAttributes.normal,nn=!!J.morphAttributes.color,Vt=Si;Y.toneMapped&&(le===null||le.isXRRenderTarget===!0)&&(Vt=L.toneMapping);let Gt=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,xn=Gt!==void 0?Gt.length:0,Ge=Ye.get(Y),un=E.state.lights;if(_e===!0&&(Oe===!0||A!==j)){let Ht=A===j&&Y.id===Z;ie.setState(Y,A,Ht)}let Et=!1,os=!1;Y.version===Ge.__version?Ge.needsLights&&Ge.lightsStateVersion!==un.state.version||$.isBatchedMesh&&Ge.batching===!1||!$.isBatchedMesh&&Ge.batching===!0||$.isBatchedMesh&&Ge.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Ge.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Ge.instancing===!1||!$.isInstancedMesh&&Ge.instancing===!0||$.isSkinnedMesh&&Ge.skinning===!1||!$.isSkinnedMesh&&Ge.skinning===!0||$.isInstancedMesh&&Ge.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Ge.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Ge.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Ge.instancingMorph===!1&&$.morphTexture!==null||Ge.envMap!==$e||Y.fog===!0&&Ge.fog!==Ce||Ge.numClippingPlanes!==void 0&&(Ge.numClippingPlanes!==ie.numPlanes||Ge.numIntersection!==ie.numIntersection)||Ge.vertexAlphas!==ut||Ge.vertexTangents!==bt||Ge.morphTargets!==qe||Ge.morphNormals!==Mt||Ge.morphColors!==nn||Ge.morphTargetsCount!==xn||Ge.numLightProbeGrids!==hn(E.state.lightProbeGridArray)?Et=!0:(Ge.outputColorSpace!==Pe||Ge.toneMapping!==Vt)&&(os=!0):(Et=!0,Ge.__version=Y.version);let dn=Ge.currentProgram;(Et===!0||os===!0)&&(dn=os===!0?ni(Y,G,$,Pe,Vt):Wi(Y,G,$),k&&Y.isNodeMaterial&&k.onUpdateProgram(Y,dn,Ge));let Vr=!1,Xi=!1,as=!1,xt=dn.getUniforms(),on=Ge.uniforms;if(we.useProgram(dn.program)&&(Vr=!0,Xi=!0,as=!0),Y.id!==Z&&(Z=Y.id,Xi=!0),Vr||j!==A){we.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),xt.setValue(F,"projectionMatrix",A.projectionMatrix),xt.setValue(F,"viewMatrix",A.matrixWorldInverse);let fn=xt.map.cameraPosition;fn!==void 0&&fn.setValue(F,tt.setFromMatrixPosition(A.matrixWorld)),ht.logarithmicDepthBuffer&&xt.setValue(F,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&xt.setValue(F,"isOrthographic",A.isOrthographicCamera===!0),j!==A&&(j=A,Xi=!0,as=!0)}if(Ge.needsLights&&(un.state.sunShadowMap.length>0&&xt.setValue(F,"sunShadowMap",un.state.sunShadowMap,Qe),un.state.directionalShadowMap.length>0&&xt.setValue(F,"directionalShadowMap",un.state.directionalShadowMap,Qe),un.state.spotShadowMap.length>0&&xt.setValue(F,"spotShadowMap",un.state.spotShadowMap,Qe),un.state.pointShadowMap.length>0&&xt.setValue(F,"pointShadowMap",un.state.pointShadowMap,Qe)),$.isSkinnedMesh){xt.setOptional(F,$,"bindMatrix"),xt.setOptional(F,$,"bindMatrixInverse");let Ht=$.skeleton;Ht&&(Ht.boneTexture===null&&Ht.computeBoneTexture(),xt.setValue(F,"boneTexture",Ht.boneTexture,Qe))}$.isBatchedMesh&&(xt.setOptional(F,$,"batchingTexture"),xt.setValue(F,"batchingTexture",$._matricesTexture,Qe),xt.setOptional(F,$,"batchingIdTexture"),xt.setValue(F,"batchingIdTexture",$._indirectTexture,Qe),xt.setOptional(F,$,"batchingColorTexture"),$._colorsTexture!==null&&xt.setValue(F,"batchingColorTexture",$._colorsTexture,Qe));let Hn=J.morphAttributes;if((Hn.position!==void 0||Hn.normal!==void 0||Hn.color!==void 0)&&se.update($,J,dn),(Xi||Ge.receiveShadow!==$.receiveShadow)&&(Ge.receiveShadow=$.receiveShadow,xt.setValue(F,"receiveShadow",$.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&G.environment!==null&&(on.envMapIntensity.value=G.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=cw()),Xi){if(xt.setValue(F,"toneMappingExposure",L.toneMappingExposure),Ge.needsLights&&zr(on,as),Ce&&Y.fog===!0&&Me.refreshFogUniforms(on,Ce),Me.refreshMaterialUniforms(on,Y,Se,Ie,E.state.transmissionRenderTarget[A.id]),Ge.needsLights&&Ge.numLightProbeGrids>0){let Ht=y,fn=0;for(let On of E.state.lightProbeGridArray)On.texture!==null&&(Ht.textures[fn]=On.texture,Ht.min[fn]=On.boundingBox.min,Ht.max[fn]=On.boundingBox.max,Ht.resolution[fn]=On.resolution,fn++);for(let On in Ht)Ht[On].length=fn;on.probesSH.value=Ht.textures,on.probesMin.value=Ht.min,on.probesMax.value=Ht.max,on.probesResolution.value=Ht.resolution}No.upload(F,Rs(Ge),on,Qe)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(No.upload(F,Rs(Ge),on,Qe),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&xt.setValue(F,"center",$.center),xt.setValue(F,"modelViewMatrix",$.modelViewMatrix),xt.setValue(F,"normalMatrix",$.normalMatrix),xt.setValue(F,"modelMatrix",$.matrixWorld),Y.uniformsGroups!==void 0){let Ht=Y.uniformsGroups;for(let fn=0,On=Ht.length;fn<On;fn++){let Sl=Ht[fn];Ke.update(Sl,dn),Ke.bind(Sl,dn)}}return dn}function zr(A,G){A.ambientLightColor.needsUpdate=G,A.lightProbe.needsUpdate=G,A.sunLights.needsUpdate=G,A.sunLightShadows.needsUpdate=G,A.directionalLights.needsUpdate=G,A.directionalLightShadows.needsUpdate=G,A.pointLights.needsUpdate=G,A.pointLightShadows.needsUpdate=G,A.spotLights.needsUpdate=G,A.spotLightShadows.needsUpdate=G,A.rectAreaLights.needsUpdate=G,A.hemisphereLights.needsUpdate=G}function Cs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return le},this.setRenderTargetTextures=function(A,G,J){let Y=Ye.get(A);Y.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Ye.get(A.texture).__webglTexture=G,Ye.get(A.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:J,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,G){let J=Ye.get(A);J.__webglFramebuffer=G,J.__useDefaultFramebuffer=G===void 0},this.setRenderTarget=function(A,G=0,J=0){le=A,q=G,V=J;let Y=null,$=!1,Ce=!1;if(A){let Pe=Ye.get(A);if(Pe.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(F.FRAMEBUFFER,Pe.__webglFramebuffer),ee.copy(A.viewport),de.copy(A.scissor),ce=A.scissorTest,we.viewport(ee),we.scissor(de),we.setScissorTest(ce),Z=-1;return}else if(Pe.__webglFramebuffer===void 0)Qe.setupRenderTarget(A);else if(Pe.__hasExternalTextures)Qe.rebindTextures(A,Ye.get(A.texture).__webglTexture,Ye.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let ut=A.depthTexture;if(Pe.__boundDepthTexture!==ut){if(ut!==null&&Ye.has(ut)&&(A.width!==ut.image.width||A.height!==ut.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Qe.setupDepthRenderbuffer(A)}}let Ue=A.texture;(Ue.isData3DTexture||Ue.isDataArrayTexture||Ue.isCompressedArrayTexture)&&(Ce=!0);let $e=Ye.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray($e[G])?Y=$e[G][J]:Y=$e[G],$=!0):A.samples>0&&Qe.useMultisampledRTT(A)===!1?Y=Ye.get(A).__webglMultisampledFramebuffer:Array.isArray($e)?Y=$e[J]:Y=$e,ee.copy(A.viewport),de.copy(A.scissor),ce=A.scissorTest}else ee.copy(Ze).multiplyScalar(Se).floor(),de.copy(st).multiplyScalar(Se).floor(),ce=nt;if(J!==0&&(Y=H),we.bindFramebuffer(F.FRAMEBUFFER,Y)&&we.drawBuffers(A,Y),we.viewport(ee),we.scissor(de),we.setScissorTest(ce),$){let Pe=Ye.get(A.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+G,Pe.__webglTexture,J)}else if(Ce){let Pe=G;for(let Ue=0;Ue<A.textures.length;Ue++){let $e=Ye.get(A.textures[Ue]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ue,$e.__webglTexture,J,Pe)}}else if(A!==null&&J!==0){let Pe=Ye.get(A.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Pe.__webglTexture,J)}Z=-1};function kr(A){let G=Ye.get(A);return(G.__readFormat!==A.format||G.__readType!==A.type)&&(G.__readFormat=A.format,G.__readType=A.type,G.__formatReadable=ht.textureFormatReadable(A.format),G.__typeReadable=ht.textureTypeReadable(A.type)),G}this.readRenderTargetPixels=function(A,G,J,Y,$,Ce,De,Pe=0){if(!(A&&A.isWebGLRenderTarget)){ot("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ue=Ye.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&De!==void 0&&(Ue=Ue[De],Array.isArray(Ue)&&(Ue=Ue[0])),Ue){we.bindFramebuffer(F.FRAMEBUFFER,Ue);try{let $e=A.textures[Pe],ut=$e.format,bt=$e.type;A.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Pe);let qe=kr($e);if(qe.__formatReadable===!1){ot("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(qe.__typeReadable===!1){ot("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}G>=0&&G<=A.width-Y&&J>=0&&J<=A.height-$&&F.readPixels(G,J,Y,$,ve.convert(ut),ve.convert(bt),Ce)}finally{let $e=le!==null?Ye.get(le).__webglFramebuffer:null;we.bindFramebuffer(F.FRAMEBUFFER,$e)}}},this.readRenderTargetPixelsAsync=async function(A,G,J,Y,$,Ce,De,Pe=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ue=Ye.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&De!==void 0&&(Ue=Ue[De],Array.isArray(Ue)&&(Ue=Ue[0])),Ue)if(G>=0&&G<=A.width-Y&&J>=0&&J<=A.height-$){we.bindFramebuffer(F.FRAMEBUFFER,Ue);let $e=A.textures[Pe],ut=$e.format,bt=$e.type;A.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Pe);let qe=kr($e);if(qe.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(qe.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Mt=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,Mt),F.bufferData(F.PIXEL_PACK_BUFFER,Ce.byteLength,F.STREAM_READ),F.readPixels(G,J,Y,$,ve.convert(ut),ve.convert(bt),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let nn=le!==null?Ye.get(le).__webglFramebuffer:null;we.bindFramebuffer(F.FRAMEBUFFER,nn);let Vt=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await Wm(F,Vt,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,Mt),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Ce),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(Mt),F.deleteSync(Vt),Ce}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,G=null,J=0){let Y=Math.pow(2,-J),$=Math.floor(A.image.width*Y),Ce=Math.floor(A.image.height*Y),De=G!==null?G.x:0,Pe=G!==null?G.y:0;Qe.setTexture2D(A,0),F.copyTexSubImage2D(F.TEXTURE_2D,J,0,0,De,Pe,$,Ce),we.unbindTexture()},this.copyTextureToTexture=function(A,G,J=null,Y=null,$=0,Ce=0){let De,Pe,Ue,$e,ut,bt,qe,Mt,nn,Vt=A.isCompressedTexture?A.mipmaps[Ce]:A.image;if(J!==null)De=J.max.x-J.min.x,Pe=J.max.y-J.min.y,Ue=J.isBox3?J.max.z-J.min.z:1,$e=J.min.x,ut=J.min.y,bt=J.isBox3?J.min.z:0;else{let xt=Math.pow(2,-$);De=Math.floor(Vt.width*xt),Pe=Math.floor(Vt.height*xt),A.isDataArrayTexture?Ue=Vt.depth:A.isData3DTexture?Ue=Math.floor(Vt.depth*xt):Ue=1,$e=0,ut=0,bt=0}Y!==null?(qe=Y.x,Mt=Y.y,nn=Y.z):(qe=0,Mt=0,nn=0);let Gt=ve.convert(G.format),xn=ve.convert(G.type),Ge;G.isData3DTexture?(Qe.setTexture3D(G,0),Ge=F.TEXTURE_3D):G.isDataArrayTexture||G.isCompressedArrayTexture?(Qe.setTexture2DArray(G,0),Ge=F.TEXTURE_2D_ARRAY):(Qe.setTexture2D(G,0),Ge=F.TEXTURE_2D),we.activeTexture(F.TEXTURE0),we.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,G.flipY),we.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,G.premultiplyAlpha),we.pixelStorei(F.UNPACK_ALIGNMENT,G.unpackAlignment);let un=we.getParameter(F.UNPACK_ROW_LENGTH),Et=we.getParameter(F.UNPACK_IMAGE_HEIGHT),os=we.getParameter(F.UNPACK_SKIP_PIXELS),dn=we.getParameter(F.UNPACK_SKIP_ROWS),Vr=we.getParameter(F.UNPACK_SKIP_IMAGES);we.pixelStorei(F.UNPACK_ROW_LENGTH,Vt.width),we.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Vt.height),we.pixelStorei(F.UNPACK_SKIP_PIXELS,$e),we.pixelStorei(F.UNPACK_SKIP_ROWS,ut),we.pixelStorei(F.UNPACK_SKIP_IMAGES,bt);let Xi=A.isDataArrayTexture||A.isData3DTexture,as=G.isDataArrayTexture||G.isData3DTexture;if(A.isDepthTexture){let xt=Ye.get(A),on=Ye.get(G),Hn=Ye.get(xt.__renderTarget),Ht=Ye.get(on.__renderTarget);we.bindFramebuffer(F.READ_FRAMEBUFFER,Hn.__webglFramebuffer),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ht.__webglFramebuffer);for(let fn=0;fn<Ue;fn++)Xi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ye.get(A).__webglTexture,$,bt+fn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ye.get(G).__webglTexture,Ce,nn+fn)),F.blitFramebuffer($e,ut,$e+De,ut+Pe,qe,Mt,qe+De,Mt+Pe,F.DEPTH_BUFFER_BIT,F.NEAREST);we.bindFramebuffer(F.READ_FRAMEBUFFER,null),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if($!==0||A.isRenderTargetTexture||Ye.has(A)){let xt=Ye.get(A),on=Ye.get(G);we.bindFramebuffer(F.READ_FRAMEBUFFER,D),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,z);for(let Hn=0;Hn<Ue;Hn++)Xi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,xt.__webglTexture,$,bt+Hn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,xt.__webglTexture,$),as?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,on.__webglTexture,Ce,nn+Hn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,on.__webglTexture,Ce),$!==0?F.blitFramebuffer($e,ut,$e+De,ut+Pe,qe,Mt,qe+De,Mt+Pe,F.COLOR_BUFFER_BIT,F.NEAREST):as?F.copyTexSubImage3D(Ge,Ce,qe,Mt,nn+Hn,$e,ut,De,Pe):F.copyTexSubImage2D(Ge,Ce,qe,Mt,$e,ut,De,Pe);we.bindFramebuffer(F.READ_FRAMEBUFFER,null),we.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else as?A.isDataTexture||A.isData3DTexture?F.texSubImage3D(Ge,Ce,qe,Mt,nn,De,Pe,Ue,Gt,xn,Vt.data):G.isCompressedArrayTexture?F.compressedTexSubImage3D(Ge,Ce,qe,Mt,nn,De,Pe,Ue,Gt,Vt.data):F.texSubImage3D(Ge,Ce,qe,Mt,nn,De,Pe,Ue,Gt,xn,Vt):A.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Ce,qe,Mt,De,Pe,Gt,xn,Vt.data):A.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Ce,qe,Mt,Vt.width,Vt.height,Gt,Vt.data):F.texSubImage2D(F.TEXTURE_2D,Ce,qe,Mt,De,Pe,Gt,xn,Vt);we.pixelStorei(F.UNPACK_ROW_LENGTH,un),we.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Et),we.pixelStorei(F.UNPACK_SKIP_PIXELS,os),we.pixelStorei(F.UNPACK_SKIP_ROWS,dn),we.pixelStorei(F.UNPACK_SKIP_IMAGES,Vr),Ce===0&&G.generateMipmaps===!0&&G.mipmapsAutoUpdate===!0&&F.generateMipmap(Ge),we.unbindTexture()},this.initRenderTarget=function(A){Ye.get(A).__webglFramebuffer===void 0&&Qe.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?Qe.setTextureCube(A,0):A.isData3DTexture?Qe.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?Qe.setTexture2DArray(A,0):Qe.setTexture2D(A,0),we.unbindTexture()},this.resetState=function(){q=0,V=0,le=null,we.reset(),Ee.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return bi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=Rt._getDrawingBufferColorSpace(e),t.unpackColorSpace=Rt._getUnpackColorSpace()}};var Dg={POSITION:["byte","byte normalized","unsigned byte","unsigned byte normalized","short","short normalized","unsigned short","unsigned short normalized"],NORMAL:["byte normalized","short normalized"],TANGENT:["byte normalized","short normalized"],TEXCOORD:["byte","byte normalized","unsigned byte","short","short normalized","unsigned short"]},js=class{constructor(){this.textureUtils=null,this.pluginCallbacks=[],this.register(function(e){return new Qd(e)}),this.register(function(e){return new ef(e)}),this.register(function(e){return new rf(e)}),this.register(function(e){return new of(e)}),this.register(function(e){return new af(e)}),this.register(function(e){return new lf(e)}),this.register(function(e){return new tf(e)}),this.register(function(e){return new nf(e)}),this.register(function(e){return new sf(e)}),this.register(function(e){return new cf(e)}),this.register(function(e){return new hf(e)}),this.register(function(e){return new uf(e)}),this.register(function(e){return new df(e)}),this.register(function(e){return new ff(e)})}register(e){return this.pluginCallbacks.indexOf(e)===-1&&this.pluginCallbacks.push(e),this}unregister(e){return this.pluginCallbacks.indexOf(e)!==-1&&this.pluginCallbacks.splice(this.pluginCallbacks.indexOf(e),1),this}setTextureUtils(e){return this.textureUtils=e,this}parse(e,t,n,s){let r=new jd,o=[];for(let a=0,l=this.pluginCallbacks.length;a<l;a++)o.push(this.pluginCallbacks[a](r));r.setPlugins(o),r.setTextureUtils(this.textureUtils),r.writeAsync(e,t,s).catch(n)}parseAsync(e,t){let n=this;return new Promise(function(s,r){n.parse(e,s,r,t)})}},At={POINTS:0,LINES:1,LINE_LOOP:2,LINE_STRIP:3,TRIANGLES:4,TRIANGLE_STRIP:5,TRIANGLE_FAN:6,BYTE:5120,UNSIGNED_BYTE:5121,SHORT:5122,UNSIGNED_SHORT:5123,INT:5124,UNSIGNED_INT:5125,FLOAT:5126,ARRAY_BUFFER:34962,ELEMENT_ARRAY_BUFFER:34963,NEAREST:9728,LINEAR:9729,NEAREST_MIPMAP_NEAREST:9984,LINEAR_MIPMAP_NEAREST:9985,NEAREST_MIPMAP_LINEAR:9986,LINEAR_MIPMAP_LINEAR:9987,CLAMP_TO_EDGE:33071,MIRRORED_REPEAT:33648,REPEAT:10497},Zd="KHR_mesh_quantization",ui={};ui[gn]=At.NEAREST;ui[Nc]=At.NEAREST_MIPMAP_NEAREST;ui[Sr]=At.NEAREST_MIPMAP_LINEAR;ui[Un]=At.LINEAR;ui[Io]=At.LINEAR_MIPMAP_NEAREST;ui[Ui]=At.LINEAR_MIPMAP_LINEAR;ui[vi]=At.CLAMP_TO_EDGE;ui[ho]=At.REPEAT;ui[uo]=At.MIRRORED_REPEAT;var Ug={scale:"scale",position:"translation",quaternion:"rotation",morphTargetInfluences:"weights"},hw=new ct,Fg=12,uw=1179937895,dw=2,Og=8,fw=1313821514,pw=5130562;function Ts(i,e){return i.length===e.length&&i.every(function(t,n){return t===e[n]})}function mw(i){return new TextEncoder().encode(i).buffer}function gw(i){return Ts(i.elements,[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])}function _w(i,e,t){let n={min:new Array(i.itemSize).fill(Number.POSITIVE_INFINITY),max:new Array(i.itemSize).fill(Number.NEGATIVE_INFINITY)};for(let s=e;s<e+t;s++)for(let r=0;r<i.itemSize;r++){let o;i.itemSize>4?o=i.array[s*i.itemSize+r]:(r===0?o=i.getX(s):r===1?o=i.getY(s):r===2?o=i.getZ(s):r===3&&(o=i.getW(s)),i.normalized===!0&&(o=Tr.normalize(o,i.array))),n.min[r]=Math.min(n.min[r],o),n.max[r]=Math.max(n.max[r],o)}return n}function Bg(i){return Math.ceil(i/4)*4}function Kd(i,e=0){let t=Bg(i.byteLength);if(t!==i.byteLength){let n=new Uint8Array(t);if(n.set(new Uint8Array(i)),e!==0)for(let s=i.byteLength;s<t;s++)n[s]=e;return n.buffer}return i}function Jd(){return typeof document>"u"&&typeof OffscreenCanvas<"u"?new OffscreenCanvas(1,1):document.createElement("canvas")}function xw(i,e){if(typeof OffscreenCanvas<"u"&&i instanceof OffscreenCanvas){let t;return e==="image/jpeg"?t=.92:e==="image/webp"&&(t=.8),i.convertToBlob({type:e,quality:t})}else return new Promise(t=>i.toBlob(t,e))}var jd=class{constructor(){this.plugins=[],this.options={},this.pending=[],this.buffers=[],this.byteOffset=0,this.buffers=[],this.nodeMap=new Map,this.skins=[],this.extensionsUsed={},this.extensionsRequired={},this.uids=new Map,this.uid=0,this.json={asset:{version:"2.0",generator:"THREE.GLTFExporter r187"}},this.cache={meshes:new Map,attributes:new Map,attributesNormalized:new Map,materials:new Map,textures:new Map,images:new Map,normalMaps:new Map},this.textureUtils=null}setPlugins(e){this.plugins=e}setTextureUtils(e){this.textureUtils=e}async writeAsync(e,t,n={}){this.options=Object.assign({binary:!1,trs:!1,onlyVisible:!0,maxTextureSize:1/0,animations:[],includeCustomExtensions:!1,copyright:null},n),this.options.animations.length>0&&(this.options.trs=!0),await this.processInputAsync(e),await Promise.all(this.pending);let s=this,r=s.buffers,o=s.json;n=s.options;let a=s.extensionsUsed,l=s.extensionsRequired,c=new Blob(r,{type:"application/octet-stream"}),h=Object.keys(a),u=Object.keys(l);if(h.length>0&&(o.extensionsUsed=h),u.length>0&&(o.extensionsRequired=u),o.buffers&&o.buffers.length>0&&(o.buffers[0].byteLength=c.size),n.copyright&&(o.asset.copyright=n.copyright),n.binary===!0){let d=new FileReader;d.readAsArrayBuffer(c),d.onloadend=function(){let f=Kd(d.result),p=new DataView(new ArrayBuffer(Og));p.setUint32(0,f.byteLength,!0),p.setUint32(4,pw,!0);let _=Kd(mw(JSON.stringify(o)),32),m=new DataView(new ArrayBuffer(Og));m.setUint32(0,_.byteLength,!0),m.setUint32(4,fw,!0);let g=new ArrayBuffer(Fg),b=new DataView(g);b.setUint32(0,uw,!0),b.setUint32(4,dw,!0);let S=Fg+m.byteLength+_.byteLength+p.byteLength+f.byteLength;b.setUint32(8,S,!0);let y=new Blob([g,m,_,p,f],{type:"application/octet-stream"}),R=new FileReader;R.readAsArrayBuffer(y),R.onloadend=function(){t(R.result)}}}else if(o.buffers&&o.buffers.length>0){let d=new FileReader;d.readAsDataURL(c),d.onloadend=function(){let f=d.result;o.buffers[0].uri=f,t(o)}}else t(o)}serializeUserData(e,t){if(Object.keys(e.userData).length===0)return;let n=this.options,s=this.extensionsUsed;try{let r=JSON.parse(JSON.stringify(e.userData));if(n.includeCustomExtensions&&r.gltfExtensions){t.extensions===void 0&&(t.extensions={});for(let o in r.gltfExtensions)t.extensions[o]=r.gltfExtensions[o],s[o]=!0;delete r.gltfExtensions}Object.keys(r).length>0&&(t.extras=r)}catch(r){console.warn("THREE.GLTFExporter: userData of '"+e.name+"' won't be serialized because of JSON.stringify error - "+r.message)}}getUID(e,t=!1){if(this.uids.has(e)===!1){let s=new Map;s.set(!0,this.uid++),s.set(!1,this.uid++),this.uids.set(e,s)}return this.uids.get(e).get(t)}isNormalizedNormalAttribute(e){if(this.cache.attributesNormalized.has(e))return!1;let n=new N;for(let s=0,r=e.count;s<r;s++)if(Math.abs(n.fromBufferAttribute(e,s).length()-1)>5e-4)return!1;return!0}createNormalizedNormalAttribute(e){let t=this.cache;if(t.attributesNormalized.has(e))return t.attributesNormalized.get(e);let n=e.clone(),s=new N;for(let r=0,o=n.count;r<o;r++)s.fromBufferAttribute(n,r),s.x===0&&s.y===0&&s.z===0?s.setX(1):s.normalize(),n.setXYZ(r,s.x,s.y,s.z);return t.attributesNormalized.set(e,n),n}applyTextureTransform(e,t){let n=!1,s={};(t.offset.x!==0||t.offset.y!==0)&&(s.offset=t.offset.toArray(),n=!0),t.rotation!==0&&(s.rotation=t.rotation,n=!0),(t.repeat.x!==1||t.repeat.y!==1)&&(s.scale=t.repeat.toArray(),n=!0),n&&(e.extensions=e.extensions||{},e.extensions.KHR_texture_transform=s,this.extensionsUsed.KHR_texture_transform=!0)}async buildMetalRoughTextureAsync(e,t){if(e===t)return e;function n(f){return f.colorSpace===Yn?function(_){return _<.04045?_*.0773993808:Math.pow(_*.9478672986+.0521327014,2.4)}:function(_){return _}}e instanceof Hs&&(e=await this.decompressTextureAsync(e)),t instanceof Hs&&(t=await this.decompressTextureAsync(t));let s=e?e.image:null,r=t?t.image:null,o=Math.max(s?s.width:0,r?r.width:0),a=Math.max(s?s.height:0,r?r.height:0),l=Jd();l.width=o,l.height=a;let c=l.getContext("2d",{willReadFrequently:!0});c.fillStyle="#00ffff",c.fillRect(0,0,o,a);let h=c.getImageData(0,0,o,a);if(s){c.drawImage(s,0,0,o,a);let f=n(e),p=c.getImageData(0,0,o,a).data;for(let _=2;_<p.length;_+=4)h.data[_]=f(p[_]/256)*256}if(r){c.drawImage(r,0,0,o,a);let f=n(t),p=c.getImageData(0,0,o,a).data;for(let _=1;_<p.length;_+=4)h.data[_]=f(p[_]/256)*256}c.putImageData(h,0,0);let d=(e||t).clone();return d.source=new gs(l),d.colorSpace=Bi,d.channel=(e||t).channel,e&&t&&e.channel!==t.channel&&console.warn("THREE.GLTFExporter: UV channels for metalnessMap and roughnessMap textures must match."),console.warn("THREE.GLTFExporter: Merged metalnessMap and roughnessMap textures."),d}async buildNormalMapTextureAsync(e,t,n){e instanceof Hs&&(e=await this.decompressTextureAsync(e));let s=e.image,r=Jd();r.width=s.width,r.height=s.height;let o=r.getContext("2d",{willReadFrequently:!0});o.drawImage(s,0,0,r.width,r.height);let a=o.getImageData(0,0,r.width,r.height),l=a.data;for(let h=0;h<l.length;h+=4)t&&(l[h+0]=255-l[h+0]),n&&(l[h+1]=255-l[h+1]);o.putImageData(a,0,0);let c=e.clone();return c.source=new gs(r),c}async decompressTextureAsync(e,t=1/0){if(this.textureUtils===null)throw new Error("THREE.GLTFExporter: setTextureUtils() must be called to process compressed textures.");return await this.textureUtils.decompress(e,t)}processBuffer(e){let t=this.json,n=this.buffers;return t.buffers||(t.buffers=[{byteLength:0}]),n.push(e),0}processBufferView(e,t,n,s,r){let o=this.json;o.bufferViews||(o.bufferViews=[]);let a;switch(t){case At.BYTE:case At.UNSIGNED_BYTE:a=1;break;case At.SHORT:case At.UNSIGNED_SHORT:a=2;break;default:a=4}let l=e.itemSize*a;r===At.ARRAY_BUFFER&&(l=Math.ceil(l/4)*4);let c=Bg(s*l),h=new DataView(new ArrayBuffer(c)),u=0;for(let p=n;p<n+s;p++){for(let _=0;_<e.itemSize;_++){let m;e.itemSize>4?m=e.array[p*e.itemSize+_]:(_===0?m=e.getX(p):_===1?m=e.getY(p):_===2?m=e.getZ(p):_===3&&(m=e.getW(p)),e.normalized===!0&&(m=Tr.normalize(m,e.array))),t===At.FLOAT?h.setFloat32(u,m,!0):t===At.INT?h.setInt32(u,m,!0):t===At.UNSIGNED_INT?h.setUint32(u,m,!0):t===At.SHORT?h.setInt16(u,m,!0):t===At.UNSIGNED_SHORT?h.setUint16(u,m,!0):t===At.BYTE?h.setInt8(u,m):t===At.UNSIGNED_BYTE&&h.setUint8(u,m),u+=a}u%l!==0&&(u+=l-u%l)}let d={buffer:this.processBuffer(h.buffer),byteOffset:this.byteOffset,byteLength:c};return r!==void 0&&(d.target=r),r===At.ARRAY_BUFFER&&(d.byteStride=l),this.byteOffset+=c,o.bufferViews.push(d),{id:o.bufferViews.length-1,byteLength:0}}processBufferViewImage(e){let t=this,n=t.json;return n.bufferViews||(n.bufferViews=[]),new Promise(function(s){let r=new FileReader;r.readAsArrayBuffer(e),r.onloadend=function(){let o=Kd(r.result),a={buffer:t.processBuffer(o),byteOffset:t.byteOffset,byteLength:o.byteLength};t.byteOffset+=o.byteLength,s(n.bufferViews.push(a)-1)}})}processAccessor(e,t,n,s){let r=this.json,o={1:"SCALAR",2:"VEC2",3:"VEC3",4:"VEC4",9:"MAT3",16:"MAT4"},a;if(e.array.constructor===Float32Array)a=At.FLOAT;else if(e.array.constructor===Int32Array)a=At.INT;else if(e.array.constructor===Uint32Array)a=At.UNSIGNED_INT;else if(e.array.constructor===Int16Array)a=At.SHORT;else if(e.array.constructor===Uint16Array)a=At.UNSIGNED_SHORT;else if(e.array.constructor===Int8Array)a=At.BYTE;else if(e.array.constructor===Uint8Array)a=At.UNSIGNED_BYTE;else throw new Error("THREE.GLTFExporter: Unsupported bufferAttribute component type: "+e.array.constructor.name);if(n===void 0&&(n=0),(s===void 0||s===1/0)&&(s=e.count),s===0)return null;let l=_w(e,n,s),c;t!==void 0&&(c=e===t.index?At.ELEMENT_ARRAY_BUFFER:At.ARRAY_BUFFER);let h=this.processBufferView(e,a,n,s,c),u={bufferView:h.id,byteOffset:h.byteOffset,componentType:a,count:s,max:l.max,min:l.min,type:o[e.itemSize]};return e.normalized===!0&&(u.normalized=!0),r.accessors||(r.accessors=[]),r.accessors.push(u)-1}processImage(e,t,n,s="image/png"){if(e!==null){let r=this,o=r.cache,a=r.json,l=r.options,c=r.pending;o.images.has(e)||o.images.set(e,{});let h=o.images.get(e),u=s+":flipY/"+n.toString();if(h[u]!==void 0)return h[u];a.images||(a.images=[]);let d={mimeType:s},f=Jd();f.width=Math.min(e.width,l.maxTextureSize),f.height=Math.min(e.height,l.maxTextureSize);let p=f.getContext("2d",{willReadFrequently:!0});if(n===!0&&(p.translate(0,f.height),p.scale(1,-1)),e.data!==void 0){t!==hi&&console.error("GLTFExporter: Only RGBAFormat is supported.",t),(e.width>l.maxTextureSize||e.height>l.maxTextureSize)&&console.warn("GLTFExporter: Image size is bigger than maxTextureSize",e);let m=new Uint8ClampedArray(e.height*e.width*4);for(let g=0;g<m.length;g+=4)m[g+0]=e.data[g+0],m[g+1]=e.data[g+1],m[g+2]=e.data[g+2],m[g+3]=e.data[g+3];p.putImageData(new ImageData(m,e.width,e.height),0,0)}else if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap||typeof OffscreenCanvas<"u"&&e instanceof OffscreenCanvas)p.drawImage(e,0,0,f.width,f.height);else throw new Error("THREE.GLTFExporter: Invalid image type. Use HTMLImageElement, HTMLCanvasElement, ImageBitmap or OffscreenCanvas.");l.binary===!0?c.push(xw(f,s).then(m=>r.processBufferViewImage(m)).then(m=>{d.bufferView=m})):d.uri=_o.getDataURL(f,s);let _=a.images.push(d)-1;return h[u]=_,_}else throw new Error("THREE.GLTFExporter: No valid image data found. Unable to process texture.")}processSampler(e){let t=this.json;t.samplers||(t.samplers=[]);let n={magFilter:ui[e.magFilter],minFilter:ui[e.minFilter],wrapS:ui[e.wrapS],wrapT:ui[e.wrapT]};return t.samplers.push(n)-1}async processTextureAsync(e){let n=this.options,s=this.cache,r=this.json;if(s.textures.has(e))return s.textures.get(e);r.textures||(r.textures=[]),e instanceof Hs&&(e=await this.decompressTextureAsync(e,n.maxTextureSize));let o=e.userData.mimeType,a=this.processImage(e.image,e.format,e.flipY,o),l={sampler:this.processSampler(e)};o==="image/webp"?(l.extensions=l.extensions||{},l.extensions.EXT_texture_webp={source:a},this.extensionsUsed.EXT_texture_webp=!0,this.extensionsRequired.EXT_texture_webp=!0):l.source=a,e.name&&(l.name=e.name),await this._invokeAllAsync(async function(h){h.writeTexture&&await h.writeTexture(e,l)});let c=r.textures.push(l)-1;return s.textures.set(e,c),c}async processMaterialAsync(e,t){let n=this.cache,s=this.json,r=t!==void 0&&t.hasAttribute("tangent"),o=e.normalMap?e.uuid+":"+r:e.uuid;if(n.materials.has(o))return n.materials.get(o);if(e.isShaderMaterial)return console.warn("GLTFExporter: THREE.ShaderMaterial not supported."),null;s.materials||(s.materials=[]);let a={pbrMetallicRoughness:{}};e.isMeshStandardMaterial!==!0&&e.isMeshBasicMaterial!==!0&&console.warn("GLTFExporter: Use MeshStandardMaterial or MeshBasicMaterial for best results.");let l=e.color.toArray().concat([e.opacity]);if(Ts(l,[1,1,1,1])||(a.pbrMetallicRoughness.baseColorFactor=l),e.isMeshStandardMaterial?(a.pbrMetallicRoughness.metallicFactor=e.metalness,a.pbrMetallicRoughness.roughnessFactor=e.roughness):(a.pbrMetallicRoughness.metallicFactor=0,a.pbrMetallicRoughness.roughnessFactor=1),e.metalnessMap||e.roughnessMap){let h=await this.buildMetalRoughTextureAsync(e.metalnessMap,e.roughnessMap),u={index:await this.processTextureAsync(h),texCoord:h.channel};this.applyTextureTransform(u,h),a.pbrMetallicRoughness.metallicRoughnessTexture=u}if(e.map){let h={index:await this.processTextureAsync(e.map),texCoord:e.map.channel};this.applyTextureTransform(h,e.map),a.pbrMetallicRoughness.baseColorTexture=h}if(e.emissive){let h=e.emissive;if(Math.max(h.r,h.g,h.b)>0&&(a.emissiveFactor=e.emissive.toArray()),e.emissiveMap){let d={index:await this.processTextureAsync(e.emissiveMap),texCoord:e.emissiveMap.channel};this.applyTextureTransform(d,e.emissiveMap),a.emissiveTexture=d}}if(e.normalMap){let h=e.normalScale,u=h.x<0,d=r?h.y<0:h.y>0,f=e.normalMap;if(u||d){n.normalMaps.has(e.normalMap)===!1&&n.normalMaps.set(e.normalMap,{});let _=n.normalMaps.get(e.normalMap),m=`${u}:${d}`;_[m]===void 0&&(_[m]=await this.buildNormalMapTextureAsync(e.normalMap,u,d)),f=_[m]}let p={index:await this.processTextureAsync(f),texCoord:e.normalMap.channel};Math.abs(h.x)!==1&&(p.scale=Math.abs(h.x)),this.applyTextureTransform(p,e.normalMap),a.normalTexture=p}if(e.aoMap){let h={index:await this.processTextureAsync(e.aoMap),texCoord:e.aoMap.channel};e.aoMapIntensity!==1&&(h.strength=e.aoMapIntensity),this.applyTextureTransform(h,e.aoMap),a.occlusionTexture=h}e.transparent?a.alphaMode="BLEND":e.alphaTest>0&&(a.alphaMode="MASK",a.alphaCutoff=e.alphaTest),e.side===yn&&(a.doubleSided=!0),e.name!==""&&(a.name=e.name),this.serializeUserData(e,a),await this._invokeAllAsync(async function(h){h.writeMaterialAsync&&await h.writeMaterialAsync(e,a)});let c=s.materials.push(a)-1;return n.materials.set(o,c),c}async processMeshAsync(e){let t=this.cache,n=this.json,s=[e.geometry.uuid];if(Array.isArray(e.material))for(let y=0,R=e.material.length;y<R;y++)s.push(e.material[y].uuid);else s.push(e.material.uuid);let r=s.join(":");if(t.meshes.has(r))return t.meshes.get(r);let o=e.geometry,a;e.isLineSegments?a=At.LINES:e.isLineLoop?a=At.LINE_LOOP:e.isLine?a=At.LINE_STRIP:e.isPoints?a=At.POINTS:a=e.material.wireframe?At.LINES:At.TRIANGLES;let l={},c={},h=[],u=[],d={uv:"TEXCOORD_0",uv1:"TEXCOORD_1",uv2:"TEXCOORD_2",uv3:"TEXCOORD_3",color:"COLOR_0",skinWeight:"WEIGHTS_0",skinIndex:"JOINTS_0"},f=o.getAttribute("normal");f!==void 0&&!this.isNormalizedNormalAttribute(f)&&(console.warn("THREE.GLTFExporter: Creating normalized normal attribute from the non-normalized one."),o.setAttribute("normal",this.createNormalizedNormalAttribute(f)));let p=null;for(let y in o.attributes){if(y.slice(0,5)==="morph")continue;let R=o.attributes[y];if(y=d[y]||y.toUpperCase(),!/^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|COLOR_\d+|JOINTS_\d+|WEIGHTS_\d+)$/.test(y)&&!y.startsWith("_")&&(y="_"+y),t.attributes.has(this.getUID(R))){c[y]=t.attributes.get(this.getUID(R));continue}p=null;let x=R.array;y==="JOINTS_0"&&!(x instanceof Uint16Array)&&!(x instanceof Uint8Array)?(console.warn('GLTFExporter: Attribute "skinIndex" converted to type UNSIGNED_SHORT.'),p=js.Utils.toTypedBufferAttribute(R,Uint16Array)):(x instanceof Uint32Array||x instanceof Int32Array)&&!y.startsWith("_")&&(console.warn(`GLTFExporter: Attribute "${y}" converted to type FLOAT.`),p=js.Utils.toTypedBufferAttribute(R,Float32Array));let w=this.processAccessor(p||R,o);w!==null&&(y.startsWith("_")||this.detectMeshQuantization(y,R),c[y]=w,t.attributes.set(this.getUID(R),w))}if(f!==void 0&&o.setAttribute("normal",f),Object.keys(c).length===0)return null;if(e.morphTargetInfluences!==void 0&&e.morphTargetInfluences.length>0){let y=[],R=[],E={};if(e.morphTargetDictionary!==void 0)for(let x in e.morphTargetDictionary)E[e.morphTargetDictionary[x]]=x;for(let x=0;x<e.morphTargetInfluences.length;++x){let w={},O=!1;for(let L in o.morphAttributes){if(L!=="position"&&L!=="normal"){O||(console.warn("GLTFExporter: Only POSITION and NORMAL morph are supported."),O=!0);continue}let P=o.morphAttributes[L][x],k=L.toUpperCase(),H=o.attributes[L];if(t.attributes.has(this.getUID(P,!0))){w[k]=t.attributes.get(this.getUID(P,!0));continue}let D=P.clone();if(!o.morphTargetsRelative)for(let z=0,q=P.count;z<q;z++)for(let V=0;V<P.itemSize;V++)V===0&&D.setX(z,P.getX(z)-H.getX(z)),V===1&&D.setY(z,P.getY(z)-H.getY(z)),V===2&&D.setZ(z,P.getZ(z)-H.getZ(z)),V===3&&D.setW(z,P.getW(z)-H.getW(z));w[k]=this.processAccessor(D,o),t.attributes.set(this.getUID(H,!0),w[k])}u.push(w),y.push(e.morphTargetInfluences[x]),e.morphTargetDictionary!==void 0&&R.push(E[x])}l.weights=y,R.length>0&&(l.extras={},l.extras.targetNames=R)}let _=Array.isArray(e.material);if(_&&o.groups.length===0)return null;let m=!1;if(_&&o.index===null){let y=[];for(let R=0,E=o.attributes.position.count;R<E;R++)y[R]=R;o.setIndex(y),m=!0}let g=_?e.material:[e.material],b=_?o.groups:[{materialIndex:0,start:void 0,count:void 0}];for(let y=0,R=b.length;y<R;y++){let E={mode:a,attributes:c};if(this.serializeUserData(o,E),u.length>0&&(E.targets=u),o.index!==null){let w=this.getUID(o.index);(b[y].start!==void 0||b[y].count!==void 0)&&(w+=":"+b[y].start+":"+b[y].count),t.attributes.has(w)?E.indices=t.attributes.get(w):(E.indices=this.processAccessor(o.index,o,b[y].start,b[y].count),t.attributes.set(w,E.indices)),E.indices===null&&delete E.indices}let x=await this.processMaterialAsync(g[b[y].materialIndex],o);x!==null&&(E.material=x),h.push(E)}m===!0&&o.setIndex(null),l.primitives=h,n.meshes||(n.meshes=[]),await this._invokeAllAsync(function(y){y.writeMesh&&y.writeMesh(e,l)});let S=n.meshes.push(l)-1;return t.meshes.set(r,S),S}detectMeshQuantization(e,t){if(this.extensionsUsed[Zd])return;let n;switch(t.array.constructor){case Int8Array:n="byte";break;case Uint8Array:n="unsigned byte";break;case Int16Array:n="short";break;case Uint16Array:n="unsigned short";break;default:return}t.normalized&&(n+=" normalized");let s=e.split("_",1)[0];Dg[s]&&Dg[s].includes(n)&&(this.extensionsUsed[Zd]=!0,this.extensionsRequired[Zd]=!0)}processCamera(e){let t=this.json;t.cameras||(t.cameras=[]);let n=e.isOrthographicCamera,s={type:n?"orthographic":"perspective"};return n?s.orthographic={xmag:e.right,ymag:e.top,zfar:e.far<=0?.001:e.far,znear:e.near<0?0:e.near}:s.perspective={aspectRatio:e.aspect,yfov:Tr.degToRad(e.fov),zfar:e.far<=0?.001:e.far,znear:e.near<0?0:e.near},e.name!==""&&(s.name=e.type),t.cameras.push(s)-1}processAnimation(e,t){let n=this.json,s=this.nodeMap;n.animations||(n.animations=[]),e=js.Utils.mergeMorphTargetTracks(e.clone(),t);let r=e.tracks,o=[],a=[];for(let c=0;c<r.length;++c){let h=r[c],u=Ot.parseTrackName(h.name),d=Ot.findNode(t,u.nodeName),f=Ug[u.propertyName];if(u.objectName==="bones"&&(d.isSkinnedMesh===!0?d=d.skeleton.getBoneByName(u.objectIndex):d=void 0),!d||!f){console.warn('THREE.GLTFExporter: Could not export animation track "%s".',h.name);continue}let p=1,_=h.values.length/h.times.length;f===Ug.morphTargetInfluences&&(_/=d.morphTargetInfluences.length);let m;h.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline===!0?(m="CUBICSPLINE",_/=3):h.getInterpolation()===ur?m="STEP":m="LINEAR",a.push({input:this.processAccessor(new It(h.times,p)),output:this.processAccessor(new It(h.values,_)),interpolation:m}),o.push({sampler:a.length-1,target:{node:s.get(d),path:f}})}let l={name:e.name||"clip_"+n.animations.length,samplers:a,channels:o};return this.serializeUserData(e,l),n.animations.push(l),n.animations.length-1}processSkin(e){let t=this.json,n=this.nodeMap,s=t.nodes[n.get(e)],r=e.skeleton;if(r===void 0)return null;let o=e.skeleton.bones[0];if(o===void 0)return null;let a=[],l=new Float32Array(r.bones.length*16),c=new wt;for(let u=0;u<r.bones.length;++u)a.push(n.get(r.bones[u])),c.copy(r.boneInverses[u]),c.multiply(e.bindMatrix).toArray(l,u*16);return t.skins===void 0&&(t.skins=[]),t.skins.push({inverseBindMatrices:this.processAccessor(new It(l,16)),joints:a,skeleton:n.get(o)}),s.skin=t.skins.length-1}async processNodeAsync(e){let t=this.json,n=this.options,s=this.nodeMap;if(t.nodes||(t.nodes=[]),e.pivot!==null)return await this._processNodeWithPivotAsync(e);let r={};if(n.trs){let a=e.quaternion.toArray(),l=e.position.toArray(),c=e.scale.toArray();Ts(a,[0,0,0,1])||(r.rotation=a),Ts(l,[0,0,0])||(r.translation=l),Ts(c,[1,1,1])||(r.scale=c)}else e.matrixAutoUpdate&&e.updateMatrix(),gw(e.matrix)===!1&&(r.matrix=e.matrix.elements);if(e.name!==""&&(r.name=String(e.name)),this.serializeUserData(e,r),e.isMesh||e.isLine||e.isPoints){let a=await this.processMeshAsync(e);a!==null&&(r.mesh=a)}else e.isCamera&&(r.camera=this.processCamera(e));e.isSkinnedMesh&&this.skins.push(e);let o=t.nodes.push(r)-1;if(s.set(e,o),e.children.length>0){let a=[];for(let l=0,c=e.children.length;l<c;l++){let h=e.children[l];if(h.visible||n.onlyVisible===!1){let u=await this.processNodeAsync(h);u!==null&&a.push(u)}}a.length>0&&(r.children=a)}return await this._invokeAllAsync(function(a){a.writeNode&&a.writeNode(e,r)}),o}async _processNodeWithPivotAsync(e){let t=this.json,n=this.options,s=this.nodeMap,r=e.pivot,o={},a=e.quaternion.toArray(),l=[e.position.x+r.x,e.position.y+r.y,e.position.z+r.z],c=e.scale.toArray();Ts(a,[0,0,0,1])||(o.rotation=a),Ts(l,[0,0,0])||(o.translation=l),Ts(c,[1,1,1])||(o.scale=c),o.extras={pivot:r.toArray()},e.name!==""&&(o.name=String(e.name)),this.serializeUserData(e,o);let h=t.nodes.push(o)-1;s.set(e,h);let u={},d=[-r.x,-r.y,-r.z];if(Ts(d,[0,0,0])||(u.translation=d),e.isMesh||e.isLine||e.isPoints){let _=await this.processMeshAsync(e);_!==null&&(u.mesh=_)}else e.isCamera&&(u.camera=this.processCamera(e));e.isSkinnedMesh&&this.skins.push(e);let p=[t.nodes.push(u)-1];if(e.children.length>0){let _=[];for(let m=0,g=e.children.length;m<g;m++){let b=e.children[m];if(b.visible||n.onlyVisible===!1){let S=await this.processNodeAsync(b);S!==null&&_.push(S)}}_.length>0&&(u.children=_)}return o.children=p,await this._invokeAllAsync(function(_){_.writeNode&&_.writeNode(e,o)}),h}async processSceneAsync(e){let t=this.json,n=this.options;t.scenes||(t.scenes=[],t.scene=0);let s={};e.name!==""&&(s.name=e.name),t.scenes.push(s);let r=[];for(let o=0,a=e.children.length;o<a;o++){let l=e.children[o];if(l.visible||n.onlyVisible===!1){let c=await this.processNodeAsync(l);c!==null&&r.push(c)}}r.length>0&&(s.nodes=r),this.serializeUserData(e,s)}async processObjectsAsync(e){let t=new Vs;t.name="AuxScene";for(let n=0;n<e.length;n++)t.children.push(e[n]);await this.processSceneAsync(t)}async processInputAsync(e){let t=this.options;e=e instanceof Array?e:[e],await this._invokeAllAsync(function(s){s.beforeParse&&s.beforeParse(e)});let n=[];for(let s=0;s<e.length;s++)e[s]instanceof Vs?await this.processSceneAsync(e[s]):n.push(e[s]);n.length>0&&await this.processObjectsAsync(n);for(let s=0;s<this.skins.length;++s)this.processSkin(this.skins[s]);if(e.length===1)for(let s=0;s<t.animations.length;++s)this.processAnimation(t.animations[s],e[0]);else for(let s=0;s<e.length;s++){let r=t.animations[s]||[];for(let o=0;o<r.length;++o)this.processAnimation(r[o],e[s])}await this._invokeAllAsync(function(s){s.afterParse&&s.afterParse(e)})}async _invokeAllAsync(e){for(let t=0,n=this.plugins.length;t<n;t++)await e(this.plugins[t])}},Qd=class{constructor(e){this.writer=e,this.name="KHR_lights_punctual"}writeNode(e,t){if(!e.isLight)return;if(!e.isDirectionalLight&&!e.isPointLight&&!e.isSpotLight){console.warn("THREE.GLTFExporter: Only directional, point, and spot lights are supported.",e);return}let n=this.writer,s=n.json,r=n.extensionsUsed,o={};e.name&&(o.name=e.name),o.color=e.color.toArray(),o.intensity=e.intensity,e.isDirectionalLight?o.type="directional":e.isPointLight?(o.type="point",e.distance>0&&(o.range=e.distance)):e.isSpotLight&&(o.type="spot",e.distance>0&&(o.range=e.distance),o.spot={},o.spot.innerConeAngle=(1-e.penumbra)*e.angle,o.spot.outerConeAngle=e.angle),e.decay!==void 0&&e.decay!==2&&console.warn("THREE.GLTFExporter: Light decay may be lost. glTF is physically-based, and expects light.decay=2."),e.target&&(e.target.parent!==e||e.target.position.x!==0||e.target.position.y!==0||e.target.position.z!==-1)&&console.warn("THREE.GLTFExporter: Light direction may be lost. For best results, make light.target a child of the light with position 0,0,-1."),r[this.name]||(s.extensions=s.extensions||{},s.extensions[this.name]={lights:[]},r[this.name]=!0);let a=s.extensions[this.name].lights;a.push(o),t.extensions=t.extensions||{},t.extensions[this.name]={light:a.length-1}}},ef=class{constructor(e){this.writer=e,this.name="KHR_materials_unlit"}async writeMaterialAsync(e,t){if(!e.isMeshBasicMaterial)return;let s=this.writer.extensionsUsed;t.extensions=t.extensions||{},t.extensions[this.name]={},s[this.name]=!0,t.pbrMetallicRoughness.metallicFactor=0,t.pbrMetallicRoughness.roughnessFactor=.9}},tf=class{constructor(e){this.writer=e,this.name="KHR_materials_clearcoat"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.clearcoat===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.clearcoatFactor=e.clearcoat,e.clearcoatMap){let o={index:await n.processTextureAsync(e.clearcoatMap),texCoord:e.clearcoatMap.channel};n.applyTextureTransform(o,e.clearcoatMap),r.clearcoatTexture=o}if(r.clearcoatRoughnessFactor=e.clearcoatRoughness,e.clearcoatRoughnessMap){let o={index:await n.processTextureAsync(e.clearcoatRoughnessMap),texCoord:e.clearcoatRoughnessMap.channel};n.applyTextureTransform(o,e.clearcoatRoughnessMap),r.clearcoatRoughnessTexture=o}if(e.clearcoatNormalMap){let o={index:await n.processTextureAsync(e.clearcoatNormalMap),texCoord:e.clearcoatNormalMap.channel};e.clearcoatNormalScale.x!==1&&(o.scale=e.clearcoatNormalScale.x),n.applyTextureTransform(o,e.clearcoatNormalMap),r.clearcoatNormalTexture=o}t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},nf=class{constructor(e){this.writer=e,this.name="KHR_materials_dispersion"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.dispersion===0)return;let s=this.writer.extensionsUsed,r={};r.dispersion=e.dispersion,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},sf=class{constructor(e){this.writer=e,this.name="KHR_materials_iridescence"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.iridescence===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.iridescenceFactor=e.iridescence,e.iridescenceMap){let o={index:await n.processTextureAsync(e.iridescenceMap),texCoord:e.iridescenceMap.channel};n.applyTextureTransform(o,e.iridescenceMap),r.iridescenceTexture=o}if(r.iridescenceIor=e.iridescenceIOR,r.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum,r.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum,e.iridescenceThicknessMap){let o={index:await n.processTextureAsync(e.iridescenceThicknessMap),texCoord:e.iridescenceThicknessMap.channel};n.applyTextureTransform(o,e.iridescenceThicknessMap),r.iridescenceThicknessTexture=o}t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},rf=class{constructor(e){this.writer=e,this.name="KHR_materials_transmission"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.transmissionFactor=e.transmission,e.transmissionMap){let o={index:await n.processTextureAsync(e.transmissionMap),texCoord:e.transmissionMap.channel};n.applyTextureTransform(o,e.transmissionMap),r.transmissionTexture=o}t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},of=class{constructor(e){this.writer=e,this.name="KHR_materials_volume"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.transmission===0)return;let n=this.writer,s=n.extensionsUsed,r={};if(r.thicknessFactor=e.thickness,e.thicknessMap){let o={index:await n.processTextureAsync(e.thicknessMap),texCoord:e.thicknessMap.channel};n.applyTextureTransform(o,e.thicknessMap),r.thicknessTexture=o}e.attenuationDistance!==1/0&&(r.attenuationDistance=e.attenuationDistance),r.attenuationColor=e.attenuationColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},af=class{constructor(e){this.writer=e,this.name="KHR_materials_ior"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.ior===1.5)return;let s=this.writer.extensionsUsed,r={};r.ior=e.ior,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},lf=class{constructor(e){this.writer=e,this.name="KHR_materials_specular"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.specularIntensity===1&&e.specularColor.equals(hw)&&!e.specularIntensityMap&&!e.specularColorMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.specularIntensityMap){let o={index:await n.processTextureAsync(e.specularIntensityMap),texCoord:e.specularIntensityMap.channel};n.applyTextureTransform(o,e.specularIntensityMap),r.specularTexture=o}if(e.specularColorMap){let o={index:await n.processTextureAsync(e.specularColorMap),texCoord:e.specularColorMap.channel};n.applyTextureTransform(o,e.specularColorMap),r.specularColorTexture=o}r.specularFactor=e.specularIntensity,r.specularColorFactor=e.specularColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},cf=class{constructor(e){this.writer=e,this.name="KHR_materials_sheen"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.sheen==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.sheenRoughnessMap){let o={index:await n.processTextureAsync(e.sheenRoughnessMap),texCoord:e.sheenRoughnessMap.channel};n.applyTextureTransform(o,e.sheenRoughnessMap),r.sheenRoughnessTexture=o}if(e.sheenColorMap){let o={index:await n.processTextureAsync(e.sheenColorMap),texCoord:e.sheenColorMap.channel};n.applyTextureTransform(o,e.sheenColorMap),r.sheenColorTexture=o}r.sheenRoughnessFactor=e.sheenRoughness,r.sheenColorFactor=e.sheenColor.toArray(),t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},hf=class{constructor(e){this.writer=e,this.name="KHR_materials_anisotropy"}async writeMaterialAsync(e,t){if(!e.isMeshPhysicalMaterial||e.anisotropy==0)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.anisotropyMap){let o={index:await n.processTextureAsync(e.anisotropyMap)};n.applyTextureTransform(o,e.anisotropyMap),r.anisotropyTexture=o}r.anisotropyStrength=e.anisotropy,r.anisotropyRotation=e.anisotropyRotation,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},uf=class{constructor(e){this.writer=e,this.name="KHR_materials_emissive_strength"}async writeMaterialAsync(e,t){if(!e.isMeshStandardMaterial||e.emissiveIntensity===1)return;let s=this.writer.extensionsUsed,r={};r.emissiveStrength=e.emissiveIntensity,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},df=class{constructor(e){this.writer=e,this.name="EXT_materials_bump"}async writeMaterialAsync(e,t){if(!e.isMeshStandardMaterial||e.bumpScale===1&&!e.bumpMap)return;let n=this.writer,s=n.extensionsUsed,r={};if(e.bumpMap){let o={index:await n.processTextureAsync(e.bumpMap),texCoord:e.bumpMap.channel};n.applyTextureTransform(o,e.bumpMap),r.bumpTexture=o}r.bumpFactor=e.bumpScale,t.extensions=t.extensions||{},t.extensions[this.name]=r,s[this.name]=!0}},ff=class{constructor(e){this.writer=e,this.name="EXT_mesh_gpu_instancing"}writeNode(e,t){if(!e.isInstancedMesh)return;let n=this.writer,s=e,r=new Float32Array(s.count*3),o=new Float32Array(s.count*4),a=new Float32Array(s.count*3),l=new wt,c=new N,h=new Ln,u=new N;for(let f=0;f<s.count;f++)s.getMatrixAt(f,l),l.decompose(c,h,u),c.toArray(r,f*3),h.toArray(o,f*4),u.toArray(a,f*3);let d={TRANSLATION:n.processAccessor(new It(r,3)),ROTATION:n.processAccessor(new It(o,4)),SCALE:n.processAccessor(new It(a,3))};s.instanceColor&&(d._COLOR_0=n.processAccessor(s.instanceColor)),t.extensions=t.extensions||{},t.extensions[this.name]={attributes:d},n.extensionsUsed[this.name]=!0,n.extensionsRequired[this.name]=!0}};js.Utils={insertKeyframe:function(i,e){let n=i.getValueSize(),s=new i.TimeBufferType(i.times.length+1),r=new i.ValueBufferType(i.values.length+n),o=i.createInterpolant(new i.ValueBufferType(n)),a;if(i.times.length===0){s[0]=e;for(let l=0;l<n;l++)r[l]=0;a=0}else if(e<i.times[0]){if(Math.abs(i.times[0]-e)<.001)return 0;s[0]=e,s.set(i.times,1),r.set(o.evaluate(e),0),r.set(i.values,n),a=0}else if(e>i.times[i.times.length-1]){if(Math.abs(i.times[i.times.length-1]-e)<.001)return i.times.length-1;s[s.length-1]=e,s.set(i.times,0),r.set(i.values,0),r.set(o.evaluate(e),i.values.length),a=s.length-1}else for(let l=0;l<i.times.length;l++){if(Math.abs(i.times[l]-e)<.001)return l;if(i.times[l]<e&&i.times[l+1]>e){s.set(i.times.slice(0,l+1),0),s[l+1]=e,s.set(i.times.slice(l+1),l+2),r.set(i.values.slice(0,(l+1)*n),0),r.set(o.evaluate(e),(l+1)*n),r.set(i.values.slice((l+1)*n),(l+2)*n),a=l+1;break}}return i.times=s,i.values=r,a},mergeMorphTargetTracks:function(i,e){let t=[],n={},s=i.tracks;for(let r=0;r<s.length;++r){let o=s[r],a=Ot.parseTrackName(o.name),l=Ot.findNode(e,a.nodeName);if(a.propertyName!=="morphTargetInfluences"||a.propertyIndex===void 0){t.push(o);continue}if(o.createInterpolant!==o.InterpolantFactoryMethodDiscrete&&o.createInterpolant!==o.InterpolantFactoryMethodLinear){if(o.createInterpolant.isInterpolantFactoryMethodGLTFCubicSpline)throw new Error("THREE.GLTFExporter: Cannot merge tracks with glTF CUBICSPLINE interpolation.");console.warn("THREE.GLTFExporter: Morph target interpolation mode not yet supported. Using LINEAR instead."),o=o.clone(),o.setInterpolation(fo)}let c=l.morphTargetInfluences.length,h=l.morphTargetDictionary[a.propertyIndex];if(h===void 0)throw new Error("THREE.GLTFExporter: Morph target name not found: "+a.propertyIndex);let u;if(n[l.uuid]===void 0){u=o.clone();let f=new u.ValueBufferType(c*u.times.length);for(let p=0;p<u.times.length;p++)f[p*c+h]=u.values[p];u.name=(a.nodeName||"")+".morphTargetInfluences",u.values=f,n[l.uuid]=u,t.push(u);continue}let d=o.createInterpolant(new o.ValueBufferType(1));u=n[l.uuid];for(let f=0;f<u.times.length;f++)u.values[f*c+h]=d.evaluate(u.times[f]);for(let f=0;f<o.times.length;f++){let p=this.insertKeyframe(u,o.times[f]);u.values[p*c+h]=o.values[f]}}return i.tracks=t,i},toTypedBufferAttribute:function(i,e){let t=new It(new e(i.count*i.itemSize),i.itemSize,!1);if(!i.normalized&&!i.isInterleavedBufferAttribute)return t.array.set(i.array),t;for(let n=0,s=i.count;n<s;n++)for(let r=0;r<i.itemSize;r++)t.setComponent(n,r,i.getComponent(n,r));return t}};function Er(i,e){let t=document.createElement("a");t.href=URL.createObjectURL(i),t.download=e,t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e4)}var cl=(i,e,t)=>Er(new Blob([i],{type:t}),e),Th=()=>typeof MediaRecorder>"u"?null:["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"].find(i=>MediaRecorder.isTypeSupported(i))??null;async function Vg(i,e,t,n){let s=Th();if(!s)throw new Error("this browser records no video");let r=new MediaRecorder(i.captureStream(30),{mimeType:s,videoBitsPerSecond:6e6}),o=[];r.ondataavailable=c=>{c.data.size>0&&o.push(c.data)};let a=new Promise(c=>r.onstop=()=>c());r.start(200);let l=performance.now();await new Promise(c=>{let h=()=>{let u=(performance.now()-l)/1e3/e;t(Math.min(1,u)),u<1&&!n()?requestAnimationFrame(h):c()};h()});for(let c=0;c<3e3&&(c<300||o.length===0);c+=100)t(1),await new Promise(h=>setTimeout(h,100));return r.stop(),await a,new Blob(o,{type:"video/webm"})}async function Ah(i,e,t=300){let n=i.motion,s=Math.max(2,Math.min(t,n.t.length)),r=i.nodes(),o=new Float32Array(s),a=r.map(()=>({p:new Float32Array(3*s),q:new Float32Array(4*s),s:new Float32Array(3*s)}));for(let f=0;f<s;++f){let p=n.begin+n.duration*f/(s-1);o[f]=p-n.begin,i.update(p),r.forEach((_,m)=>{_.position.toArray(a[m].p,3*f),_.quaternion.toArray(a[m].q,4*f),_.scale.toArray(a[m].s,3*f)})}i.update(e);let l=i.moving.clone(!0),c=r.map(f=>l.children[i.moving.children.indexOf(f)]),h=[];c.forEach((f,p)=>{f.name=`${f.name}#${p}`;let _=f.uuid;h.push(new qs(`${_}.position`,o,a[p].p),new Xs(`${_}.quaternion`,o,a[p].q),new qs(`${_}.scale`,o,a[p].s))});let u=[];l.traverse(f=>{f instanceof ji&&u.push(f)}),u.forEach(f=>f.removeFromParent()),l.quaternion.setFromUnitVectors(i.up,new N(0,1,0));let d=new Ya("motion",o[s-1],h);return await new js().parseAsync(l,{binary:!0,animations:[d],onlyVisible:!0})}var zg=i=>i.replace(/[&<>"]/g,e=>({"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"})[e]);function kg(i,e,t){let n=(e-i)/t,s=10**Math.floor(Math.log10(n)),r=n/s,o=s*(r>5?10:r>2?5:r>1?2:1),a=[];for(let l=Math.ceil(i/o);l*o<=e+1e-9*o;++l)a.push(l*o);return a}function Gg(i){let o=54+18*Math.ceil(i.curves.length/3),a=m=>i.log?Math.log10(m):m,l=m=>Number.isFinite(m)&&(!i.log||m>0),c=1/0,h=-1/0;for(let m of i.curves)for(let g of m.values)l(g)&&(c=Math.min(c,a(g)),h=Math.max(h,a(g)));c<=h||(c=0,h=1),h-c<1e-12*Math.max(Math.abs(c),1e-300)&&(c-=Math.abs(c)*.1||1,h+=Math.abs(h)*.1||1);let u=.04*(h-c);c-=u,h+=u;let d=m=>78+(m-i.range[0])/(i.range[1]-i.range[0])*666,f=m=>400-o-(m-c)/(h-c)*(400-o-34),p=[`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 400" width="760" height="400" font-family="Helvetica,Arial,sans-serif" font-size="12" fill="none"><title>${zg(i.title)}</title><rect width="760" height="400" fill="#fff"/>`],_=(m,g,b,S,y="")=>p.push(`<text x="${m.toFixed(1)}" y="${g.toFixed(1)}" text-anchor="${S}" fill="#1c2127"${y}>${zg(b)}</text>`);_(760/2,20,i.title,"middle",' font-size="14" font-weight="600"');for(let m of kg(i.range[0],i.range[1],8))p.push(`<path d="M${d(m).toFixed(1)},34V${400-o}" stroke="#ddd"/>`),_(d(m),400-o+17,String(Number(m.toPrecision(6))),"middle");for(let m of kg(c,h,6))p.push(`<path d="M78,${f(m).toFixed(1)}H744" stroke="#ddd"/>`),_(71,f(m)+4,i.log?(10**m).toExponential(0):String(Number(m.toPrecision(6))),"end");return p.push(`<rect x="78" y="34" width="666" height="${400-o-34}" stroke="#888"/>`),_(822/2,400-o+36,i.x,"middle"),_(16,(434-o)/2,i.y,"middle",` transform="rotate(-90 16 ${(434-o)/2})"`),p.push(`<clipPath id="c"><rect x="78" y="34" width="666" height="${400-o-34}"/></clipPath>`),i.curves.forEach((m,g)=>{let b="",S=!1;for(let x=0;x<i.t.length;++x){let w=m.values[x];if(!l(w)){S=!1;continue}b+=`${S?"L":"M"}${d(i.t[x]).toFixed(2)},${f(a(w)).toFixed(2)}`,S=!0}let y=m.dash.length?` stroke-dasharray="${m.dash.join(" ")}"`:"";p.push(`<path d="${b}" stroke="${m.colour}" stroke-width="1.6"${y} clip-path="url(#c)"/>`);let R=78+g%3*666/3,E=400-o+56+18*Math.floor(g/3);p.push(`<path d="M${R},${E-4}h22" stroke="${m.colour}" stroke-width="2"${y}/>`),_(R+28,E,m.name,"start")}),p.join(`
`)+`
</svg>
`}var yw="uplot",vw="u-hz",bw="u-vt",Mw="u-title",Sw="u-wrap",ww="u-under",Tw="u-over",Aw="u-axis",Pr="u-off",Ew="u-select",Rw="u-cursor-x",Cw="u-cursor-y",Pw="u-cursor-pt",Iw="u-legend",Lw="u-live",Nw="u-inline",Dw="u-series",Uw="u-marker",Hg="u-label",Fw="u-value",ul="width",dl="height";var Wg="bottom",Uo="left",pf="right",If="#000",Xg=If+"0",mf="mousemove",qg="mousedown",gf="mouseup",Yg="mouseenter",$g="mouseleave",Zg="dblclick",Ow="resize",Bw="scroll",Kg="change",Ih="dppxchange",Lf="--",Go=typeof window<"u",bf=Go?document:null,Oo=Go?window:null,zw=Go?navigator:null,Dt,Eh;function Mf(){let i=devicePixelRatio;Dt!=i&&(Dt=i,Eh&&wf(Kg,Eh,Mf),Eh=matchMedia(`(min-resolution: ${Dt-.001}dppx) and (max-resolution: ${Dt+.001}dppx)`),Ir(Kg,Eh,Mf),Oo.dispatchEvent(new CustomEvent(Ih)))}function di(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Sf(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function jt(i,e,t){i.style[e]=t+"px"}function zi(i,e,t,n){let s=bf.createElement(i);return e!=null&&di(s,e),t?.insertBefore(s,n),s}function Ti(i,e){return zi("div",i,e)}var Jg=new WeakMap;function ns(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Jg.get(i);r!=o&&(i.style.transform=r,Jg.set(i,r),e<0||t<0||e>n||t>s?di(i,Pr):Sf(i,Pr))}var jg=new WeakMap;function Qg(i,e,t){let n=e+t,s=jg.get(i);n!=s&&(jg.set(i,n),i.style.background=e,i.style.borderColor=t)}var e0=new WeakMap;function t0(i,e,t,n){let s=e+""+t,r=e0.get(i);s!=r&&(e0.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Nf={passive:!0},kw={...Nf,capture:!0};function Ir(i,e,t,n){e.addEventListener(i,t,n?kw:Nf)}function wf(i,e,t,n){e.removeEventListener(i,t,Nf)}Go&&Mf();function ki(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:fi((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function C0(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var P0=i=>i!=null,I0=i=>i!=null&&i>0,Dh=C0(P0),Vw=C0(I0);function Gw(i,e,t,n=0,s=!1){let r=s?Vw:Dh,o=s?I0:P0;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Xt,l??-Xt]}function Uh(i,e,t,n){let s=s0(i),r=s0(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?As:L0,a=s==1?fi:Ai,l=r==1?Ai:fi,c=a(o(Sn(i))),h=l(o(Sn(e))),u=Bo(t,c),d=Bo(t,h);return t==10&&(c<0&&(u=qt(u,-c)),h<0&&(d=qt(d,-h))),n||t==2?(i=u*s,e=d*r):(i=F0(i,u),e=Fh(e,d)),[i,e]}function Df(i,e,t,n){let s=Uh(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Uf=.1,n0={mode:3,pad:Uf},pl={pad:0,soft:null,mode:0},Hw={min:pl,max:pl};function Lh(i,e,t,n){return Oh(t)?i0(i,e,t):(pl.pad=t,pl.soft=n?0:null,pl.mode=n?3:0,i0(i,e,Hw))}function Lt(i,e){return i??e}function Ww(i,e,t){for(e=Lt(e,0),t=Lt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function i0(i,e,t){let n=t.min,s=t.max,r=Lt(n.pad,0),o=Lt(s.pad,0),a=Lt(n.hard,-Xt),l=Lt(s.hard,Xt),c=Lt(n.soft,Xt),h=Lt(s.soft,-Xt),u=Lt(n.mode,0),d=Lt(s.mode,0),f=e-i,p=As(f),_=jn(Sn(i),Sn(e)),m=As(_),g=Sn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||e==0)&&(f=1e-24,u==2&&c!=Xt&&(r=0),d==2&&h!=-Xt&&(o=0)));let b=f||_||1e3,S=As(b),y=Bo(10,fi(S)),R=b*(f==0?i==0?.1:1:r),E=qt(F0(i-R,y/10),24),x=i>=c&&(u==1||u==3&&E<=c||u==2&&E>=c)?c:Xt,w=jn(a,E<x&&i>=x?x:Vi(x,E)),O=b*(f==0?e==0?.1:1:o),L=qt(Fh(e+O,y/10),24),P=e<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-Xt,k=Vi(l,L>P&&e<=P?P:jn(P,L));return w==k&&w==0&&(k=100),[w,k]}var Xw=new Intl.NumberFormat(Go?zw.language:"en-US"),Ff=i=>Xw.format(i),pi=Math,Ph=pi.PI,Sn=pi.abs,fi=pi.floor,Mn=pi.round,Ai=pi.ceil,Vi=pi.min,jn=pi.max,Bo=pi.pow,s0=pi.sign,As=pi.log10,L0=pi.log2,qw=(i,e=1)=>pi.sinh(i)*e,_f=(i,e=1)=>pi.asinh(i/e),Xt=1/0;function r0(i){return(As((i^i>>31)-(i>>31))|0)+1}function Tf(i,e,t){return Vi(jn(i,e),t)}function N0(i){return typeof i=="function"}function Ct(i){return N0(i)?i:()=>i}var Yw=()=>{},D0=i=>i,U0=(i,e)=>e,$w=i=>null,o0=i=>!0,a0=(i,e)=>i==e,Zw=/\.\d*?(?=9{6,}|0{6,})/gm,Lr=i=>{if(B0(i)||er.has(i))return i;let e=`${i}`,t=e.match(Zw);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Lr(s)}e${r}`}return qt(i,n)};function Rr(i,e){return Lr(qt(Lr(i/e))*e)}function Fh(i,e){return Lr(Ai(Lr(i/e))*e)}function F0(i,e){return Lr(fi(Lr(i/e))*e)}function qt(i,e=0){if(B0(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return Mn(n)/t}var er=new Map;function O0(i){return((""+i).split(".")[1]||"").length}function gl(i,e,t,n){let s=[],r=n.map(O0);for(let o=e;o<t;o++){let a=Sn(o),l=qt(Bo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:qt(h,u);s.push(d),er.set(d,u)}}return s}var ml={},Of=[],zo=[null,null],Qs=Array.isArray,B0=Number.isInteger,Kw=i=>i===void 0;function l0(i){return typeof i=="string"}function Oh(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function Jw(i){return i!=null&&typeof i=="object"}var jw=Object.getPrototypeOf(Uint8Array),z0="__proto__";function ko(i,e=Oh){let t;if(Qs(i)){let n=i.find(s=>s!=null);if(Qs(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=ko(i[s],e)}else t=i.slice()}else if(i instanceof jw)t=i.slice();else if(e(i)){t={};for(let n in i)n!=z0&&(t[n]=ko(i[n],e))}else t=i;return t}function _n(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=z0&&(Oh(i[s])?_n(i[s],ko(n[s])):i[s]=ko(n[s]))}return i}var Qw=0,eT=1,tT=2;function nT(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function iT(i,e){if(oT(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return aT(o[0])||(o=rT(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=e?e[o][c]:eT,f=[];for(let p=0;p<h.length;p++){let _=h[p],m=r.get(l[p]);_===null?d!=Qw&&(u[m]=_,d==tT&&f.push(m)):u[m]=_}nT(u,f,s),n.push(u)}}return n}var sT=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function rT(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function oT(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function aT(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=jn(1,fi((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var k0=["January","February","March","April","May","June","July","August","September","October","November","December"],V0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function G0(i){return i.slice(0,3)}var lT=V0.map(G0),cT=k0.map(G0),hT={MMMM:k0,MMM:cT,WWWW:V0,WWW:lT};function hl(i){return(i<10?"0":"")+i}function uT(i){return(i<10?"00":i<100?"0":"")+i}var dT={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>hl(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>hl(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>hl(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>hl(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>hl(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>uT(i.getMilliseconds())};function Bf(i,e){e=e||hT;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?dT[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var fT=new Intl.DateTimeFormat().resolvedOptions().timeZone;function pT(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==fT?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var H0=i=>i%1==0,Nh=[1,2,2.5,5],mT=gl(10,-32,0,Nh),W0=gl(10,0,32,Nh),gT=W0.filter(H0),Cr=mT.concat(W0),zf=`
`,X0="{YYYY}",c0=zf+X0,q0="{M}/{D}",fl=zf+q0,Rh=fl+"/{YY}",Y0="{aa}",_T="{h}:{mm}",Fo=_T+Y0,h0=zf+Fo,u0=":{ss}",kt=null;function $0(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?gl(10,0,3,Nh).filter(H0):gl(10,-3,0,Nh)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,X0,kt,kt,kt,kt,kt,kt,1],[s*28,"{MMM}",c0,kt,kt,kt,kt,kt,1],[s,q0,c0,kt,kt,kt,kt,kt,1],[n,"{h}"+Y0,Rh,kt,fl,kt,kt,kt,1],[t,Fo,Rh,kt,fl,kt,kt,kt,1],[e,u0,Rh+" "+Fo,kt,fl+" "+Fo,kt,h0,kt,1],[i,u0+".{fff}",Rh+" "+Fo,kt,fl+" "+Fo,kt,h0,kt,1]];function h(u){return(d,f,p,_,m,g)=>{let b=[],S=m>=o,y=m>=r&&m<o,R=u(p),E=qt(R*i,3),x=xf(R.getFullYear(),S?0:R.getMonth(),y||S?1:R.getDate()),w=qt(x*i,3);if(y||S){let O=y?m/r:0,L=S?m/o:0,P=E==w?E:qt(xf(x.getFullYear()+L,x.getMonth()+O,1)*i,3),k=new Date(Mn(P/i)),H=k.getFullYear(),D=k.getMonth();for(let z=0;P<=_;z++){let q=xf(H+L*z,D+O*z,1),V=q-u(qt(q*i,3));P=qt((+q+V)*i,3),P<=_&&b.push(P)}}else{let O=m>=s?s:m,L=fi(p)-fi(E),P=w+L+Fh(E-w,O);b.push(P);let k=u(P),H=k.getHours()+k.getMinutes()/t+k.getSeconds()/n,D=m/n,z=d.axes[f]._space,q=g/z;for(;P=qt(P+m,i==1?0:3),!(P>_);)if(D>1){let V=fi(qt(H+D,6))%24,j=u(P).getHours()-V;j>1&&(j=-1),P-=j*n,H=(H+D)%24;let ee=b[b.length-1];qt((P-ee)/m,3)*q>=.7&&b.push(P)}else b.push(P)}return b}}return[l,c,h]}var[xT,yT,vT]=$0(1),[bT,MT,ST]=$0(.001);gl(2,-53,53,[1]);function d0(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function f0(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],l,c,h,u,d,f;return n.map(p=>{let _=i(p),m=_.getFullYear(),g=_.getMonth(),b=_.getDate(),S=_.getHours(),y=_.getMinutes(),R=_.getSeconds(),E=m!=l&&a[2]||g!=c&&a[3]||b!=h&&a[4]||S!=u&&a[5]||y!=d&&a[6]||R!=f&&a[7]||a[1];return l=m,c=g,h=b,u=S,d=y,f=R,E(_)})}}function wT(i,e){let t=Bf(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function xf(i,e,t){return new Date(i,e,t)}function p0(i,e){return e(i)}var TT="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function m0(i,e){return(t,n,s,r)=>r==null?Lf:e(i(n))}function AT(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function ET(i,e){return i.series[e].fill(i,e)}var RT={show:!0,live:!0,isolate:!1,mount:Yw,markers:{show:!0,width:2,stroke:AT,fill:ET,dash:"solid"},idx:null,idxs:null,values:[]};function CT(i,e){let t=i.cursor.points,n=Ti(),s=t.size(i,e);jt(n,ul,s),jt(n,dl,s);let r=s/-2;jt(n,"marginLeft",r),jt(n,"marginTop",r);let o=t.width(i,e,s);return o&&jt(n,"borderWidth",o),n}function PT(i,e){let t=i.series[e].points;return t._fill||t._stroke}function IT(i,e){let t=i.series[e].points;return t._stroke||t._fill}function LT(i,e){return i.series[e].points.size}var yf=[0,0];function NT(i,e,t){return yf[0]=e,yf[1]=t,yf}function Ch(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function vf(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var DT={show:!0,x:!0,y:!0,lock:!1,move:NT,points:{one:!1,show:CT,size:LT,width:0,stroke:IT,fill:PT},bind:{mousedown:Ch,mouseup:Ch,click:Ch,dblclick:Ch,mousemove:vf,mouseleave:vf,mouseenter:vf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Z0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},kf=_n({},Z0,{filter:U0}),K0=_n({},kf,{size:10}),J0=_n({},Z0,{show:!1}),Vf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',j0="bold "+Vf,Q0=1.5,g0={show:!0,scale:"x",stroke:If,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:j0,side:2,grid:kf,ticks:K0,border:J0,font:Vf,lineGap:Q0,rotate:0},UT="Value",FT="Time",_0={show:!0,scale:"x",auto:!1,sorted:1,min:Xt,max:-Xt,idxs:[]};function OT(i,e,t,n,s){return e.map(r=>r==null?"":Ff(r))}function BT(i,e,t,n,s,r,o){let a=[],l=er.get(s)||0;t=o?t:qt(Fh(t,s),l);for(let c=t;c<=n;c=qt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Af(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?As:L0,h=fi(c(t));s=Bo(l,h),l==10&&(s=Cr[ki(s,Cr)]);let u=t,d=s*l;l==10&&(d=Cr[ki(d,Cr)]);do a.push(u),u=u+s,l==10&&!er.has(u)&&(u=qt(u,er.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Cr[ki(d,Cr)]));while(u<=n);return a}function zT(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?Af(i,e,jn(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?Af(i,e,jn(l,-n),-t,s):[l]).reverse().map(d=>-d).concat(h,c)}var e_=/./,kT=/[12357]/,VT=/[125]/,x0=/1/,Ef=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function GT(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?e_:l(7,o)-h>=c?kT:l(5,o)-h>=c?VT:x0;if(u==x0){let d=Sn(l(1,o)-h);if(d<c)return Ef(e.slice().reverse(),a.distr,u,Ai(c/d)).reverse()}return Ef(e,a.distr,u,1)}function HT(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?Ef(e.slice().reverse(),3,e_,Ai(a/c)).reverse():e}function WT(i,e,t,n){return n==null?Lf:e==null?"":Ff(e)}var y0={show:!0,scale:"y",stroke:If,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:j0,side:3,grid:kf,ticks:K0,border:J0,font:Vf,lineGap:Q0,rotate:0};function XT(i,e){let t=3+(i||1)*2;return qt(t*e,3)}function qT(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=Sn(o-r),l=i.series[e],c=a/(l.points.space*Dt);return n[1]-n[0]<=c}var v0={scale:null,auto:!0,sorted:0,min:Xt,max:-Xt},t_=(i,e,t,n,s)=>s,b0={show:!0,auto:!0,sorted:0,gaps:t_,alpha:1,facets:[_n({},v0,{scale:"x"}),_n({},v0,{scale:"y"})]},M0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:t_,alpha:1,points:{show:qT,filter:null},values:null,min:Xt,max:-Xt,idxs:[],path:null,clip:null};function YT(i,e,t,n,s){return t/10}var n_={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},$T=_n({},n_,{time:!1,ori:1}),S0={};function i_(i,e){let t=S0[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(S0[i]=t)),t}var Vo=1,Rf=2;function Nr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,_=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?t(s,l,c,h,u,m,g,d,f,p,_,zh,Ho,Vh,r_,a_):t(s,l,c,h,u,g,m,f,d,_,p,kh,Wo,Wf,o_,l_)}function Gf(i,e){let t=0,n=0,s=Lt(i.bands,Of);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function ZT(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Es(i,e,t,n,s,r){return Nr(i,e,(o,a,l,c,h,u,d,f,p,_,m)=>{let g=o.pxRound,b=c.dir*(c.ori==0?1:-1),S=c.ori==0?Ho:Wo,y,R;b==1?(y=t,R=n):(y=n,R=t);let E=g(u(a[y],c,_,f)),x=g(d(l[y],h,m,p)),w=g(u(a[R],c,_,f)),O=g(d(r==1?h.max:h.min,h,m,p)),L=new Path2D(s);return S(L,w,O),S(L,E,O),S(L,E,x),L})}function Bh(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Vh:Wf,l=t;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function KT(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Hf(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&e[c]===null;)d=c;else for(;--c>=t&&e[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),_=u-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function w0(i){return i==0?D0:i==1?Mn:e=>Rr(e,i)}function s_(i){let e=i==0?zh:kh,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Vi(c,a/2,l/2),h=Vi(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var zh=(i,e,t)=>{i.moveTo(e,t)},kh=(i,e,t)=>{i.moveTo(t,e)},Ho=(i,e,t)=>{i.lineTo(e,t)},Wo=(i,e,t)=>{i.lineTo(t,e)},Vh=s_(0),Wf=s_(1),r_=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},o_=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},a_=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},l_=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function c_(i){return(e,t,n,s,r)=>Nr(e,t,(o,a,l,c,h,u,d,f,p,_,m)=>{let{pxRound:g,points:b}=o,S,y;c.ori==0?(S=zh,y=r_):(S=kh,y=o_);let R=qt(b.width*Dt,3),E=(b.size-b.width)/2*Dt,x=qt(E*2,3),w=new Path2D,O=new Path2D,{left:L,top:P,width:k,height:H}=e.bbox;Vh(O,L-x,P-x,k+x*2,H+x*2);let D=z=>{if(l[z]!=null){let q=g(u(a[z],c,_,f)),V=g(d(l[z],h,m,p));S(w,q+E,V),y(w,q,V,E,0,Ph*2)}};if(r)r.forEach(D);else for(let z=n;z<=s;z++)D(z);return{stroke:R>0?w:null,fill:w,clip:O,flags:Vo|Rf}})}function h_(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var JT=h_(Ho),jT=h_(Wo);function u_(i){let e=Lt(i?.alignGaps,0);return(t,n,s,r)=>Nr(t,n,(o,a,l,c,h,u,d,f,p,_,m)=>{[s,r]=Dh(l,s,r);let g=o.pxRound,b=H=>g(u(H,c,_,f)),S=H=>g(d(H,h,m,p)),y,R;c.ori==0?(y=Ho,R=JT):(y=Wo,R=jT);let E=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Vo},w=x.stroke,O=!1;if(r-s>=_*4){let H=ce=>t.posToVal(ce,c.key,!0),D=null,z=null,q,V,le,Z=b(a[E==1?s:r]),j=b(a[s]),ee=b(a[r]),de=H(E==1?j+1:ee-1);for(let ce=E==1?s:r;ce>=s&&ce<=r;ce+=E){let Q=a[ce],xe=(E==1?Q<de:Q>de)?Z:b(Q),Ie=l[ce];xe==Z?Ie!=null?(V=Ie,D==null?(y(w,xe,S(V)),q=D=z=V):V<D?D=V:V>z&&(z=V)):Ie===null&&(O=!0):(D!=null&&R(w,Z,S(D),S(z),S(q),S(V)),Ie!=null?(V=Ie,y(w,xe,S(V)),D=z=q=V):(D=z=null,Ie===null&&(O=!0)),Z=xe,de=H(Z+E))}D!=null&&D!=z&&le!=Z&&R(w,Z,S(D),S(z),S(q),S(V))}else for(let H=E==1?s:r;H>=s&&H<=r;H+=E){let D=l[H];D===null?O=!0:D!=null&&y(w,b(a[H]),S(D))}let[P,k]=Gf(t,n);if(o.fill!=null||P!=0){let H=x.fill=new Path2D(w),D=o.fillTo(t,n,o.min,o.max,P),z=S(D),q=b(a[s]),V=b(a[r]);E==-1&&([V,q]=[q,V]),y(H,V,z),y(H,q,z)}if(!o.spanGaps){let H=[];O&&H.push(...Hf(a,l,s,r,E,b,e)),x.gaps=H=o.gaps(t,n,s,r,H),x.clip=Bh(H,c.ori,f,p,_,m)}return k!=0&&(x.band=k==2?[Es(t,n,s,r,w,-1),Es(t,n,s,r,w,1)]:Es(t,n,s,r,w,k)),x})}function QT(i){let e=Lt(i.align,1),t=Lt(i.ascDesc,!1),n=Lt(i.alignGaps,0),s=Lt(i.extend,!1);return(r,o,a,l)=>Nr(r,o,(c,h,u,d,f,p,_,m,g,b,S)=>{[a,l]=Dh(u,a,l);let y=c.pxRound,{left:R,width:E}=r.bbox,x=j=>y(p(j,d,b,m)),w=j=>y(_(j,f,S,g)),O=d.ori==0?Ho:Wo,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Vo},P=L.stroke,k=d.dir*(d.ori==0?1:-1),H=w(u[k==1?a:l]),D=x(h[k==1?a:l]),z=D,q=D;s&&e==-1&&(q=R,O(P,q,H)),O(P,D,H);for(let j=k==1?a:l;j>=a&&j<=l;j+=k){let ee=u[j];if(ee==null)continue;let de=x(h[j]),ce=w(ee);e==1?O(P,de,H):O(P,z,ce),O(P,de,ce),H=ce,z=de}let V=z;s&&e==1&&(V=R+E,O(P,V,H));let[le,Z]=Gf(r,o);if(c.fill!=null||le!=0){let j=L.fill=new Path2D(P),ee=c.fillTo(r,o,c.min,c.max,le),de=w(ee);O(j,V,de),O(j,q,de)}if(!c.spanGaps){let j=[];j.push(...Hf(h,u,a,l,k,x,n));let ee=c.width*Dt/2,de=t||e==1?ee:-ee,ce=t||e==-1?-ee:ee;j.forEach(Q=>{Q[0]+=de,Q[1]+=ce}),L.gaps=j=c.gaps(r,o,a,l,j),L.clip=Bh(j,d.ori,m,g,b,S)}return Z!=0&&(L.band=Z==2?[Es(r,o,a,l,P,-1),Es(r,o,a,l,P,1)]:Es(r,o,a,l,P,Z)),L})}function T0(i,e,t,n,s,r,o=Xt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=Sn(i[l]-i[a]);h<c&&(c=h,o=Sn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function e1(i){i=i||ml;let e=Lt(i.size,[.6,Xt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Ct(s),o=1-e[0],a=Lt(e[1],Xt),l=Lt(e[2],1),c=Lt(i.disp,ml),h=Lt(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,_,m)=>Nr(f,p,(g,b,S,y,R,E,x,w,O,L,P)=>{let k=g.pxRound,H=t,D=n*Dt,z=a*Dt,q=l*Dt,V,le;y.ori==0?[V,le]=r(f,p):[le,V]=r(f,p);let Z=y.dir*(y.ori==0?1:-1),j=y.ori==0?Vh:Wf,ee=y.ori==0?h:(be,We,ht,we,Ft,Ye,Qe)=>{h(be,We,ht,Ft,we,Qe,Ye)},de=Lt(f.bands,Of).find(be=>be.series[0]==p),ce=de!=null?de.dir:0,Q=g.fillTo(f,p,g.min,g.max,ce),ge=k(x(Q,R,P,O)),xe,Ie,Se,Ve=L,it=k(g.width*Dt),Ze=!1,st=null,nt=null,re=null,ye=null;u!=null&&(it==0||d!=null)&&(Ze=!0,st=u.values(f,p,_,m),nt=new Map,new Set(st).forEach(be=>{be!=null&&nt.set(be,new Path2D)}),it>0&&(re=d.values(f,p,_,m),ye=new Map,new Set(re).forEach(be=>{be!=null&&ye.set(be,new Path2D)})));let{x0:_e,size:Oe}=c;if(_e!=null&&Oe!=null){H=1,b=_e.values(f,p,_,m),_e.unit==2&&(b=b.map(ht=>f.posToVal(w+ht*L,y.key,!0)));let be=Oe.values(f,p,_,m);Oe.unit==2?Ie=be[0]*L:Ie=E(be[0],y,L,w)-E(0,y,L,w),Ve=T0(b,S,E,y,L,w,Ve),Se=Ve-Ie+D}else Ve=T0(b,S,E,y,L,w,Ve),Se=Ve*o+D,Ie=Ve-Se;Se<1&&(Se=0),it>=Ie/2&&(it=0),Se<5&&(k=D0);let Le=Se>0,tt=Ve-Se-(Le?it:0);Ie=k(Tf(tt,q,z)),xe=(H==0?Ie/2:H==Z?0:Ie)-H*Z*((H==0?D/2:0)+(Le?it/2:0));let Be={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},mt=Ze?null:new Path2D,dt=null;if(de!=null)dt=f.data[de.series[1]];else{let{y0:be,y1:We}=c;be!=null&&We!=null&&(S=We.values(f,p,_,m),dt=be.values(f,p,_,m))}let _t=V*Ie,F=le*Ie;for(let be=Z==1?_:m;be>=_&&be<=m;be+=Z){let We=S[be];if(We==null)continue;if(dt!=null){let X=dt[be]??0;if(We-X==0)continue;ge=x(X,R,P,O)}let ht=y.distr!=2||c!=null?b[be]:be,we=E(ht,y,L,w),Ft=x(Lt(We,Q),R,P,O),Ye=k(we-xe),Qe=k(jn(Ft,ge)),C=k(Vi(Ft,ge)),M=Qe-C;if(We!=null){let X=We<0?F:_t,ue=We<0?_t:F;Ze?(it>0&&re[be]!=null&&j(ye.get(re[be]),Ye,C+fi(it/2),Ie,jn(0,M-it),X,ue),st[be]!=null&&j(nt.get(st[be]),Ye,C+fi(it/2),Ie,jn(0,M-it),X,ue)):j(mt,Ye,C+fi(it/2),Ie,jn(0,M-it),X,ue),ee(f,p,be,Ye-it/2,C,Ie+it,M)}}return it>0?Be.stroke=Ze?ye:mt:Ze||(Be._fill=g.width==0?g._fill:g._stroke??g._fill,Be.width=0),Be.fill=Ze?nt:mt,Be})}function t1(i,e){let t=Lt(e?.alignGaps,0);return(n,s,r,o)=>Nr(n,s,(a,l,c,h,u,d,f,p,_,m,g)=>{[r,o]=Dh(c,r,o);let b=a.pxRound,S=V=>b(d(V,h,m,p)),y=V=>b(f(V,u,g,_)),R,E,x;h.ori==0?(R=zh,x=Ho,E=a_):(R=kh,x=Wo,E=l_);let w=h.dir*(h.ori==0?1:-1),O=S(l[w==1?r:o]),L=O,P=[],k=[];for(let V=w==1?r:o;V>=r&&V<=o;V+=w)if(c[V]!=null){let Z=l[V],j=S(Z);P.push(L=j),k.push(y(c[V]))}let H={stroke:i(P,k,R,x,E,b),fill:null,clip:null,band:null,gaps:null,flags:Vo},D=H.stroke,[z,q]=Gf(n,s);if(a.fill!=null||z!=0){let V=H.fill=new Path2D(D),le=a.fillTo(n,s,a.min,a.max,z),Z=y(le);x(V,L,Z),x(V,O,Z)}if(!a.spanGaps){let V=[];V.push(...Hf(l,c,r,o,w,S,t)),H.gaps=V=a.gaps(n,s,r,o,V),H.clip=Bh(V,h.ori,p,_,m,g)}return q!=0&&(H.band=q==2?[Es(n,s,r,o,D,-1),Es(n,s,r,o,D,1)]:Es(n,s,r,o,D,q)),H})}function n1(i){return t1(i1,i)}function i1(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=e[d+1]-e[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,e[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,e[d+1]-l[d+1]*u[d]/3,i[d+1],e[d+1])}return a}var Cf=new Set;function A0(){for(let i of Cf)i.syncRect(!0)}Go&&(Ir(Ow,Oo,A0),Ir(Bw,Oo,A0,!0),Ir(Ih,Oo,()=>{wn.pxRatio=Dt}));var s1=u_(),r1=c_();function E0(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Pf(r,o,e,t))}function o1(i,e){return i.map((t,n)=>n==0?{}:_n({},e,t))}function Pf(i,e,t,n){return _n({},e==0?t:n,i)}function d_(i,e,t){return e==null?zo:[e,t]}var a1=d_;function l1(i,e,t){return e==null?zo:Lh(e,t,Uf,!0)}function f_(i,e,t,n){return e==null?zo:Uh(e,t,i.scales[n].log,!1)}var c1=f_;function p_(i,e,t,n){return e==null?zo:Df(e,t,i.scales[n].log,!1)}var h1=p_;function u1(i,e,t,n,s){let r=jn(r0(i),r0(e)),o=e-i,a=ki(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?er.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function R0(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=Mn((t=+s)*Dt))+"px"),[i,e,t]}function d1(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=qt(e[2]*Dt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function wn(i,e,t){let n={mode:Lt(i.mode,1)},s=n.mode;function r(v,T,I,U){let W=T.valToPct(v);return U+I*(T.dir==-1?1-W:W)}function o(v,T,I,U){let W=T.valToPct(v);return U+I*(T.dir==-1?W:1-W)}function a(v,T,I,U){return T.ori==0?r(v,T,I,U):o(v,T,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ti(yw);if(i.id!=null&&(c.id=i.id),di(c,i.class),i.title){let v=Ti(Mw,c);v.textContent=i.title}let h=zi("canvas"),u=n.ctx=h.getContext("2d"),d=Ti(Sw,c);Ir("click",d,v=>{v.target===p&&($t!=Wr||Qt!=Xr)&&Dn.click(n,v)},!0);let f=n.under=Ti(ww,d);d.appendChild(h);let p=n.over=Ti(Tw,d);i=ko(i);let _=+Lt(i.pxAlign,1),m=w0(_);(i.plugins||[]).forEach(v=>{v.opts&&(i=v.opts(n,i)||i)});let g=i.ms||.001,b=n.series=s==1?E0(i.series||[],_0,M0,!1):o1(i.series||[null],b0),S=n.axes=E0(i.axes||[],g0,y0,!0),y=n.scales={},R=n.bands=i.bands||[];R.forEach(v=>{v.fill=Ct(v.fill||null),v.dir=Lt(v.dir,-1)});let E=s==2?b[1].facets[0].scale:b[0].scale,x={axes:as,series:Mt},w=(i.drawOrder||["axes","series"]).map(v=>x[v]);function O(v){let T=v.distr==3?I=>As(I>0?I:v.clamp(n,I,v.min,v.max,v.key)):v.distr==4?I=>_f(I,v.asinh):v.distr==100?I=>v.fwd(I):I=>I;return I=>{let U=T(I),{_min:W,_max:K}=v,ae=K-W;return(U-W)/ae}}function L(v){let T=y[v];if(T==null){let I=(i.scales||ml)[v]||ml;if(I.from!=null){L(I.from);let U=_n({},y[I.from],I,{key:v});U.valToPct=O(U),y[v]=U}else{T=y[v]=_n({},v==E?n_:$T,I),T.key=v;let U=T.time,W=T.range,K=Qs(W);if((v!=E||s==2&&!U)&&(K&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?n0:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?n0:{mode:1,hard:W[1],soft:W[1]}},K=!1),!K&&Oh(W))){let ae=W;W=(fe,Ae,ze)=>Ae==null?zo:Lh(Ae,ze,ae)}T.range=Ct(W||(U?a1:v==E?T.distr==3?c1:T.distr==4?h1:d_:T.distr==3?f_:T.distr==4?p_:l1)),T.auto=Ct(K?!1:T.auto),T.clamp=Ct(T.clamp||YT),T._min=T._max=null,T.valToPct=O(T)}}}L("x"),L("y"),s==1&&b.forEach(v=>{L(v.scale)}),S.forEach(v=>{L(v.scale)});for(let v in i.scales)L(v);let P=y[E],k=P.distr,H,D;P.ori==0?(di(c,vw),H=r,D=o):(di(c,bw),H=o,D=r);let z={};for(let v in y){let T=y[v];(T.min!=null||T.max!=null)&&(z[v]={min:T.min,max:T.max},T.min=T.max=null)}let q=i.tzDate||(v=>new Date(Mn(v/g))),V=i.fmtDate||Bf,le=g==1?vT(q):ST(q),Z=f0(q,d0(g==1?yT:MT,V)),j=m0(q,p0(TT,V)),ee=[],de=n.legend=_n({},RT,i.legend),ce=n.cursor=_n({},DT,{drag:{y:s==2}},i.cursor),Q=de.show,ge=ce.show,xe=de.markers;de.idxs=ee,xe.width=Ct(xe.width),xe.dash=Ct(xe.dash),xe.stroke=Ct(xe.stroke),xe.fill=Ct(xe.fill);let Ie,Se,Ve,it=[],Ze=[],st,nt=!1,re={};if(de.live){let v=b[1]?b[1].values:null;nt=v!=null,st=nt?v(n,1,0):{_:0};for(let T in st)re[T]=Lf}if(Q)if(Ie=zi("table",Iw,c),Ve=zi("tbody",null,Ie),de.mount(n,Ie),nt){Se=zi("thead",null,Ie,Ve);let v=zi("tr",null,Se);zi("th",null,v);for(var ye in st)zi("th",Hg,v).textContent=ye}else di(Ie,Nw),de.live&&di(Ie,Lw);let _e={show:!0},Oe={show:!1};function Le(v,T){if(T==0&&(nt||!de.live||s==2))return zo;let I=[],U=zi("tr",Dw,Ve,Ve.childNodes[T]);di(U,v.class),v.show||di(U,Pr);let W=zi("th",null,U);if(xe.show){let fe=Ti(Uw,W);if(T>0){let Ae=xe.width(n,T);Ae&&(fe.style.border=Ae+"px "+xe.dash(n,T)+" "+xe.stroke(n,T)),fe.style.background=xe.fill(n,T)}}let K=Ti(Hg,W);v.label instanceof HTMLElement?K.appendChild(v.label):K.textContent=v.label,T>0&&(xe.show||(K.style.color=v.width>0?xe.stroke(n,T):xe.fill(n,T)),Be("click",W,fe=>{if(ce._lock)return;at(fe);let Ae=b.indexOf(v);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let ze=b.some((ke,He)=>He>0&&He!=Ae&&ke.show);b.forEach((ke,He)=>{He>0&&qi(He,ze?He==Ae?_e:Oe:_e,!0,pn.setSeries)})}else qi(Ae,{show:!v.show},!0,pn.setSeries)},!1),lt&&Be(Yg,W,fe=>{ce._lock||(at(fe),qi(b.indexOf(v),Yr,!0,pn.setSeries))},!1));for(var ae in st){let fe=zi("td",Fw,U);fe.textContent="--",I.push(fe)}return[U,I]}let tt=new Map;function Be(v,T,I,U=!0){let W=tt.get(T)||{},K=ce.bind[v](n,T,I,U);K&&(Ir(v,T,W[v]=K),tt.set(T,W))}function mt(v,T,I){let U=tt.get(T)||{};for(let W in U)(v==null||W==v)&&(wf(W,T,U[W]),delete U[W]);v==null&&tt.delete(T)}let dt=0,_t=0,F=0,be=0,We=0,ht=0,we=We,Ft=ht,Ye=F,Qe=be,C=0,M=0,X=0,ue=0;n.bbox={};let oe=!1,Me=!1,Te=!1,te=!1,ie=!1,pe=!1;function B(v,T,I){(I||v!=n.width||T!=n.height)&&se(v,T),xt(!1),Te=!0,Me=!0,On()}function se(v,T){n.width=dt=F=v,n.height=_t=be=T,We=ht=0,Ee(),Ke();let I=n.bbox;C=I.left=Rr(We*Dt,.5),M=I.top=Rr(ht*Dt,.5),X=I.width=Rr(F*Dt,.5),ue=I.height=Rr(be*Dt,.5)}let ne=3;function Re(){let v=!1,T=0;for(;!v;){T++;let I=Vr(T),U=Xi(T);v=T==ne||I&&U,v||(se(n.width,n.height),Me=!0)}}function ve({width:v,height:T}){B(v,T)}n.setSize=ve;function Ee(){let v=!1,T=!1,I=!1,U=!1;S.forEach((W,K)=>{if(W.show&&W._show){let{side:ae,_size:fe}=W,Ae=ae%2,ze=W.label!=null?W.labelSize:0,ke=fe+ze;ke>0&&(Ae?(F-=ke,ae==3?(We+=ke,U=!0):I=!0):(be-=ke,ae==0?(ht+=ke,v=!0):T=!0))}}),Hi[0]=v,Hi[1]=I,Hi[2]=T,Hi[3]=U,F-=Ei[1]+Ei[3],We+=Ei[3],be-=Ei[2]+Ei[0],ht+=Ei[0]}function Ke(){let v=We+F,T=ht+be,I=We,U=ht;function W(K,ae){switch(K){case 1:return v+=ae,v-ae;case 2:return T+=ae,T-ae;case 3:return I-=ae,I+ae;case 0:return U-=ae,U+ae}}S.forEach((K,ae)=>{if(K.show&&K._show){let fe=K.side;K._pos=W(fe,K._size),K.label!=null&&(K._lpos=W(fe,K.labelSize))}})}if(ce.dataIdx==null){let v=ce.hover,T=v.skip=new Set(v.skip??[]);T.add(void 0);let I=v.prox=Ct(v.prox),U=v.bias??(v.bias=0);ce.dataIdx=(W,K,ae,fe)=>{if(K==0)return ae;let Ae=ae,ze=I(W,K,ae,fe)??Xt,ke=ze>=0&&ze<Xt,He=P.ori==0?F:be,pt=ce.left,Nt=e[0],Pt=e[K];if(T.has(Pt[ae])){Ae=null;let St=null,rt=null,je;if(U==0||U==-1)for(je=ae;St==null&&je-- >0;)T.has(Pt[je])||(St=je);if(U==0||U==1)for(je=ae;rt==null&&je++<Pt.length;)T.has(Pt[je])||(rt=je);if(St!=null||rt!=null)if(ke){let Kt=St==null?-1/0:H(Nt[St],P,He,0),an=rt==null?1/0:H(Nt[rt],P,He,0),Cn=pt-Kt,Wt=an-pt;Cn<=Wt?Cn<=ze&&(Ae=St):Wt<=ze&&(Ae=rt)}else Ae=rt==null?St:St==null?rt:ae-St<=rt-ae?St:rt}else ke&&Sn(pt-H(Nt[ae],P,He,0))>ze&&(Ae=null);return Ae}}let at=v=>{ce.event=v};ce.idxs=ee,ce._lock=!1;let he=ce.points;he.show=Ct(he.show),he.size=Ct(he.size),he.stroke=Ct(he.stroke),he.width=Ct(he.width),he.fill=Ct(he.fill);let Xe=n.focus=_n({},i.focus||{alpha:.3},ce.focus),lt=Xe.prox>=0,Ne=lt&&he.one,gt=[],Yt=[],Gn=[];function Jo(v,T){let I=he.show(n,T);if(I instanceof HTMLElement)return di(I,Pw),di(I,v.class),ns(I,-10,-10,F,be),p.insertBefore(I,gt[T]),I}function Br(v,T){if(s==1||T>0){let I=s==1&&y[v.scale].time,U=v.value;v.value=I?l0(U)?m0(q,p0(U,V)):U||j:U||WT,v.label=v.label||(I?FT:UT)}if(Ne||T>0){v.width=v.width==null?1:v.width,v.paths=v.paths||s1||$w,v.fillTo=Ct(v.fillTo||ZT),v.pxAlign=+Lt(v.pxAlign,_),v.pxRound=w0(v.pxAlign),v.stroke=Ct(v.stroke||null),v.fill=Ct(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let I=XT(jn(1,v.width),1),U=v.points=_n({},{size:I,width:jn(1,I*.2),stroke:v.stroke,space:I*2,paths:r1,_stroke:null,_fill:null},v.points);U.show=Ct(U.show),U.filter=Ct(U.filter),U.fill=Ct(U.fill),U.stroke=Ct(U.stroke),U.paths=Ct(U.paths),U.pxAlign=v.pxAlign}if(Q){let I=Le(v,T);it.splice(T,0,I[0]),Ze.splice(T,0,I[1]),de.values.push(null)}if(ge){ee.splice(T,0,null);let I=null;Ne?T==0&&(I=Jo(v,T)):T>0&&(I=Jo(v,T)),gt.splice(T,0,I),Yt.splice(T,0,0),Gn.splice(T,0,0)}Rn("addSeries",T)}function au(v,T){T=T??b.length,v=s==1?Pf(v,T,_0,M0):Pf(v,T,{},b0),b.splice(T,0,v),Br(b[T],T)}n.addSeries=au;function Ml(v){if(b.splice(v,1),Q){de.values.splice(v,1),Ze.splice(v,1);let T=it.splice(v,1)[0];mt(null,T.firstChild),T.remove()}ge&&(ee.splice(v,1),gt.splice(v,1)[0].remove(),Yt.splice(v,1),Gn.splice(v,1)),Rn("delSeries",v)}n.delSeries=Ml;let Hi=[!1,!1,!1,!1];function ss(v,T){if(v._show=v.show,v.show){let I=v.side%2,U=y[v.scale];U==null&&(v.scale=I?b[1].scale:E,U=y[v.scale]);let W=U.time;v.size=Ct(v.size),v.space=Ct(v.space),v.rotate=Ct(v.rotate),Qs(v.incrs)&&v.incrs.forEach(ae=>{!er.has(ae)&&er.set(ae,O0(ae))}),v.incrs=Ct(v.incrs||(U.distr==2?gT:W?g==1?xT:bT:Cr)),v.splits=Ct(v.splits||(W&&U.distr==1?le:U.distr==3?Af:U.distr==4?zT:BT)),v.stroke=Ct(v.stroke),v.grid.stroke=Ct(v.grid.stroke),v.ticks.stroke=Ct(v.ticks.stroke),v.border.stroke=Ct(v.border.stroke);let K=v.values;v.values=Qs(K)&&!Qs(K[0])?Ct(K):W?Qs(K)?f0(q,d0(K,V)):l0(K)?wT(q,K):K||Z:K||OT,v.filter=Ct(v.filter||(U.distr>=3&&U.log==10?GT:U.distr==3&&U.log==2?HT:U0)),v.font=R0(v.font),v.labelFont=R0(v.labelFont),v._size=v.size(n,null,T,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(Hi[T]=!0,v._el=Ti(Aw,d))}}function rs(v,T,I,U){let[W,K,ae,fe]=I,Ae=T%2,ze=0;return Ae==0&&(fe||K)&&(ze=T==0&&!W||T==2&&!ae?Mn(g0.size/3):0),Ae==1&&(W||ae)&&(ze=T==1&&!K||T==3&&!fe?Mn(y0.size/2):0),ze}let jo=n.padding=(i.padding||[rs,rs,rs,rs]).map(v=>Ct(Lt(v,rs))),Ei=n._padding=jo.map((v,T)=>v(n,T,Hi,0)),rn,cn=null,hn=null,Wi=s==1?b[0].idxs:null,ni=null,Rs=!1;function Qo(v,T){if(e=v??[],n.data=n._data=e,s==2){rn=0;for(let I=1;I<b.length;I++)rn+=e[I][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ni=e[0],rn=ni.length;let I=e;if(k==2){I=e.slice();let U=I[0]=Array(rn);for(let W=0;W<rn;W++)U[W]=W}n._data=e=I}if(xt(!0),Rn("setData"),k==2&&(Te=!0),T!==!1){let I=P;I.auto(n,Rs)?ea():Is(E,I.min,I.max),te=te||ce.left>=0,pe=!0,On()}}n.setData=Qo;function ea(){Rs=!0;let v,T;s==1&&(rn>0?(cn=Wi[0]=0,hn=Wi[1]=rn-1,v=e[0][cn],T=e[0][hn],k==2?(v=cn,T=hn):v==T&&(k==3?[v,T]=Uh(v,v,P.log,!1):k==4?[v,T]=Df(v,v,P.log,!1):P.time?T=v+Mn(86400/g):[v,T]=Lh(v,T,Uf,!0))):(cn=Wi[0]=v=null,hn=Wi[1]=T=null)),Is(E,v,T)}let zr,Cs,kr,A,G,J,Y,$,Ce,De;function Pe(v,T,I,U,W,K){v??(v=Xg),I??(I=Of),U??(U="butt"),W??(W=Xg),K??(K="round"),v!=zr&&(u.strokeStyle=zr=v),W!=Cs&&(u.fillStyle=Cs=W),T!=kr&&(u.lineWidth=kr=T),K!=G&&(u.lineJoin=G=K),U!=J&&(u.lineCap=J=U),I!=A&&u.setLineDash(A=I)}function Ue(v,T,I,U){T!=Cs&&(u.fillStyle=Cs=T),v!=Y&&(u.font=Y=v),I!=$&&(u.textAlign=$=I),U!=Ce&&(u.textBaseline=Ce=U)}function $e(v,T,I,U,W=0){if(U.length>0&&v.auto(n,Rs)&&(T==null||T.min==null)){let K=Lt(cn,0),ae=Lt(hn,U.length-1),fe=I.min==null?Gw(U,K,ae,W,v.distr==3):[I.min,I.max];v.min=Vi(v.min,I.min=fe[0]),v.max=jn(v.max,I.max=fe[1])}}let ut={min:null,max:null};function bt(){for(let U in y){let W=y[U];z[U]==null&&(W.min==null||z[E]!=null&&W.auto(n,Rs))&&(z[U]=ut)}for(let U in y){let W=y[U];z[U]==null&&W.from!=null&&z[W.from]!=null&&(z[U]=ut)}z[E]!=null&&xt(!0);let v={};for(let U in z){let W=z[U];if(W!=null){let K=v[U]=ko(y[U],Jw);if(W.min!=null)_n(K,W);else if(U!=E||s==2)if(rn==0&&K.from==null){let ae=K.range(n,null,null,U);K.min=ae[0],K.max=ae[1]}else K.min=Xt,K.max=-Xt}}if(rn>0){b.forEach((U,W)=>{if(s==1){let K=U.scale,ae=z[K];if(ae==null)return;let fe=v[K];if(W==0){let Ae=fe.range(n,fe.min,fe.max,K);fe.min=Ae[0],fe.max=Ae[1],cn=ki(fe.min,e[0]),hn=ki(fe.max,e[0]),hn-cn>1&&(e[0][cn]<fe.min&&cn++,e[0][hn]>fe.max&&hn--),U.min=ni[cn],U.max=ni[hn]}else U.show&&U.auto&&$e(fe,ae,U,e[W],U.sorted);U.idxs[0]=cn,U.idxs[1]=hn}else if(W>0&&U.show&&U.auto){let[K,ae]=U.facets,fe=K.scale,Ae=ae.scale,[ze,ke]=e[W],He=v[fe],pt=v[Ae];He!=null&&$e(He,z[fe],K,ze,K.sorted),pt!=null&&$e(pt,z[Ae],ae,ke,ae.sorted),U.min=ae.min,U.max=ae.max}});for(let U in v){let W=v[U],K=z[U];if(W.from==null&&(K==null||K.min==null)){let ae=W.range(n,W.min==Xt?null:W.min,W.max==-Xt?null:W.max,U);W.min=ae[0],W.max=ae[1]}}}for(let U in v){let W=v[U];if(W.from!=null){let K=v[W.from];if(K.min==null)W.min=W.max=null;else{let ae=W.range(n,K.min,K.max,U);W.min=ae[0],W.max=ae[1]}}}let T={},I=!1;for(let U in v){let W=v[U],K=y[U];if(K.min!=W.min||K.max!=W.max){K.min=W.min,K.max=W.max;let ae=K.distr;K._min=ae==3?As(K.min):ae==4?_f(K.min,K.asinh):ae==100?K.fwd(K.min):K.min,K._max=ae==3?As(K.max):ae==4?_f(K.max,K.asinh):ae==100?K.fwd(K.max):K.max,T[U]=I=!0}}if(I){b.forEach((U,W)=>{s==2?W>0&&T.y&&(U._paths=null):T[U.scale]&&(U._paths=null)});for(let U in T)Te=!0,Rn("setScale",U);ge&&ce.left>=0&&(te=pe=!0)}for(let U in z)z[U]=null}function qe(v){let T=Tf(cn-1,0,rn-1),I=Tf(hn+1,0,rn-1);for(;v[T]==null&&T>0;)T--;for(;v[I]==null&&I<rn-1;)I++;return[T,I]}function Mt(){if(rn>0){let v=b.some(T=>T._focus)&&De!=Xe.alpha;v&&(u.globalAlpha=De=Xe.alpha),b.forEach((T,I)=>{if(I>0&&T.show&&(nn(I,!1),nn(I,!0),T._paths==null)){let U=De;De!=T.alpha&&(u.globalAlpha=De=T.alpha);let W=s==2?[0,e[I][0].length-1]:qe(e[I]);T._paths=T.paths(n,I,W[0],W[1]),De!=U&&(u.globalAlpha=De=U)}}),b.forEach((T,I)=>{if(I>0&&T.show){let U=De;De!=T.alpha&&(u.globalAlpha=De=T.alpha),T._paths!=null&&Vt(I,!1);{let W=T._paths!=null?T._paths.gaps:null,K=T.points.show(n,I,cn,hn,W),ae=T.points.filter(n,I,K,W);(K||ae)&&(T.points._paths=T.points.paths(n,I,cn,hn,ae),Vt(I,!0))}De!=U&&(u.globalAlpha=De=U),Rn("drawSeries",I)}}),v&&(u.globalAlpha=De=1)}}function nn(v,T){let I=T?b[v].points:b[v];I._stroke=I.stroke(n,v),I._fill=I.fill(n,v)}function Vt(v,T){let I=T?b[v].points:b[v],{stroke:U,fill:W,clip:K,flags:ae,_stroke:fe=I._stroke,_fill:Ae=I._fill,_width:ze=I.width}=I._paths;ze=qt(ze*Dt,3);let ke=null,He=ze%2/2;T&&Ae==null&&(Ae=ze>0?"#fff":fe);let pt=I.pxAlign==1&&He>0;if(pt&&u.translate(He,He),!T){let Nt=C-ze/2,Pt=M-ze/2,St=X+ze,rt=ue+ze;ke=new Path2D,ke.rect(Nt,Pt,St,rt)}T?Ge(fe,ze,I.dash,I.cap,Ae,U,W,ae,K):Gt(v,fe,ze,I.dash,I.cap,Ae,U,W,ae,ke,K),pt&&u.translate(-He,-He)}function Gt(v,T,I,U,W,K,ae,fe,Ae,ze,ke){let He=!1;Ae!=0&&R.forEach((pt,Nt)=>{if(pt.series[0]==v){let Pt=b[pt.series[1]],St=e[pt.series[1]],rt=(Pt._paths||ml).band;Qs(rt)&&(rt=pt.dir==1?rt[0]:rt[1]);let je,Kt=null;Pt.show&&rt&&Ww(St,cn,hn)?(Kt=pt.fill(n,Nt)||K,je=Pt._paths.clip):rt=null,Ge(T,I,U,W,Kt,ae,fe,Ae,ze,ke,je,rt),He=!0}}),He||Ge(T,I,U,W,K,ae,fe,Ae,ze,ke)}let xn=Vo|Rf;function Ge(v,T,I,U,W,K,ae,fe,Ae,ze,ke,He){Pe(v,T,I,U,W),(Ae||ze||He)&&(u.save(),Ae&&u.clip(Ae),ze&&u.clip(ze)),He?(fe&xn)==xn?(u.clip(He),ke&&u.clip(ke),Et(W,ae),un(v,K,T)):fe&Rf?(Et(W,ae),u.clip(He),un(v,K,T)):fe&Vo&&(u.save(),u.clip(He),ke&&u.clip(ke),Et(W,ae),u.restore(),un(v,K,T)):(Et(W,ae),un(v,K,T)),(Ae||ze||He)&&u.restore()}function un(v,T,I){I>0&&(T instanceof Map?T.forEach((U,W)=>{u.strokeStyle=zr=W,u.stroke(U)}):T!=null&&v&&u.stroke(T))}function Et(v,T){T instanceof Map?T.forEach((I,U)=>{u.fillStyle=Cs=U,u.fill(I)}):T!=null&&v&&u.fill(T)}function os(v,T,I,U){let W=S[v],K;if(U<=0)K=[0,0];else{let ae=W._space=W.space(n,v,T,I,U),fe=W._incrs=W.incrs(n,v,T,I,U,ae);K=u1(T,I,fe,U,ae)}return W._found=K}function dn(v,T,I,U,W,K,ae,fe,Ae,ze){let ke=ae%2/2;_==1&&u.translate(ke,ke),Pe(fe,ae,Ae,ze,fe),u.beginPath();let He,pt,Nt,Pt,St=W+(U==0||U==3?-K:K);I==0?(pt=W,Pt=St):(He=W,Nt=St);for(let rt=0;rt<v.length;rt++)T[rt]!=null&&(I==0?He=Nt=v[rt]:pt=Pt=v[rt],u.moveTo(He,pt),u.lineTo(Nt,Pt));u.stroke(),_==1&&u.translate(-ke,-ke)}function Vr(v){let T=!0;return S.forEach((I,U)=>{if(!I.show)return;let W=y[I.scale];if(W.min==null){I._show&&(T=!1,I._show=!1,xt(!1));return}else I._show||(T=!1,I._show=!0,xt(!1));let K=I.side,ae=K%2,{min:fe,max:Ae}=W,[ze,ke]=os(U,fe,Ae,ae==0?F:be);if(ke==0)return;let He=W.distr==2,pt=I._splits=I.splits(n,U,fe,Ae,ze,ke,He),Nt=W.distr==2?pt.map(je=>ni[je]):pt,Pt=W.distr==2?ni[pt[1]]-ni[pt[0]]:ze,St=I._values=I.values(n,I.filter(n,Nt,U,ke,Pt),U,ke,Pt);I._rotate=K==2?I.rotate(n,St,U,ke):0;let rt=I._size;I._size=Ai(I.size(n,St,U,v)),rt!=null&&I._size!=rt&&(T=!1)}),T}function Xi(v){let T=!0;return jo.forEach((I,U)=>{let W=I(n,U,Hi,v);W!=Ei[U]&&(T=!1),Ei[U]=W}),T}function as(){for(let v=0;v<S.length;v++){let T=S[v];if(!T.show||!T._show)continue;let I=T.side,U=I%2,W,K,ae=T.stroke(n,v),fe=I==0||I==3?-1:1,[Ae,ze]=T._found;if(T.label!=null){let Xn=T.labelGap*fe,ri=Mn((T._lpos+Xn)*Dt);Ue(T.labelFont[0],ae,"center",I==2?"top":Wg),u.save(),U==1?(W=K=0,u.translate(ri,Mn(M+ue/2)),u.rotate((I==3?-Ph:Ph)/2)):(W=Mn(C+X/2),K=ri);let rr=N0(T.label)?T.label(n,v,Ae,ze):T.label;u.fillText(rr,W,K),u.restore()}if(ze==0)continue;let ke=y[T.scale],He=U==0?X:ue,pt=U==0?C:M,Nt=T._splits,Pt=ke.distr==2?Nt.map(Xn=>ni[Xn]):Nt,St=ke.distr==2?ni[Nt[1]]-ni[Nt[0]]:Ae,rt=T.ticks,je=T.border,Kt=rt.show?rt.size:0,an=Mn(Kt*Dt),Cn=Mn((T.alignTo==2?T._size-Kt-T.gap:T.gap)*Dt),Wt=T._rotate*-Ph/180,ln=m(T._pos*Dt),ii=(an+Cn)*fe,Wn=ln+ii;K=U==0?Wn:0,W=U==1?Wn:0;let _i=T.font[0],Ri=T.align==1?Uo:T.align==2?pf:Wt>0?Uo:Wt<0?pf:U==0?"center":I==3?pf:Uo,$i=Wt||U==1?"middle":I==2?"top":Wg;Ue(_i,ae,Ri,$i);let si=T.font[1]*T.lineGap,xi=Nt.map(Xn=>m(a(Xn,ke,He,pt))),Ci=T._values;for(let Xn=0;Xn<Ci.length;Xn++){let ri=Ci[Xn];if(ri!=null){U==0?W=xi[Xn]:K=xi[Xn],ri=""+ri;let rr=ri.indexOf(`
`)==-1?[ri]:ri.split(/\n/gm);for(let qn=0;qn<rr.length;qn++){let Sp=rr[qn];Wt?(u.save(),u.translate(W,K+qn*si),u.rotate(Wt),u.fillText(Sp,0,0),u.restore()):u.fillText(Sp,W,K+qn*si)}}}rt.show&&dn(xi,rt.filter(n,Pt,v,ze,St),U,I,ln,an,qt(rt.width*Dt,3),rt.stroke(n,v),rt.dash,rt.cap);let Zi=T.grid;Zi.show&&dn(xi,Zi.filter(n,Pt,v,ze,St),U,U==0?2:1,U==0?M:C,U==0?ue:X,qt(Zi.width*Dt,3),Zi.stroke(n,v),Zi.dash,Zi.cap),je.show&&dn([ln],[1],U==0?1:0,U==0?1:2,U==1?M:C,U==1?ue:X,qt(je.width*Dt,3),je.stroke(n,v),je.dash,je.cap)}Rn("drawAxes")}function xt(v){b.forEach((T,I)=>{I>0&&(T._paths=null,v&&(s==1?(T.min=null,T.max=null):T.facets.forEach(U=>{U.min=null,U.max=null})))})}let on=!1,Hn=!1,Ht=[];function fn(){Hn=!1;for(let v=0;v<Ht.length;v++)Rn(...Ht[v]);Ht.length=0}function On(){on||(sT(rp),on=!0)}function Sl(v,T=!1){on=!0,Hn=T,v(n),rp(),T&&Ht.length>0&&queueMicrotask(fn)}n.batch=Sl;function rp(){if(oe&&(bt(),oe=!1),Te&&(Re(),Te=!1),Me){if(jt(f,Uo,We),jt(f,"top",ht),jt(f,ul,F),jt(f,dl,be),jt(p,Uo,We),jt(p,"top",ht),jt(p,ul,F),jt(p,dl,be),jt(d,ul,dt),jt(d,dl,_t),h.width=Mn(dt*Dt),h.height=Mn(_t*Dt),S.forEach(({_el:v,_show:T,_size:I,_pos:U,side:W})=>{if(v!=null)if(T){let K=W===3||W===0?I:0,ae=W%2==1;jt(v,ae?"left":"top",U-K),jt(v,ae?"width":"height",I),jt(v,ae?"top":"left",ae?ht:We),jt(v,ae?"height":"width",ae?be:F),Sf(v,Pr)}else di(v,Pr)}),zr=Cs=kr=G=J=Y=$=Ce=A=null,De=1,ia(!0),We!=we||ht!=Ft||F!=Ye||be!=Qe){xt(!1);let v=F/Ye,T=be/Qe;if(ge&&!te&&ce.left>=0){ce.left*=v,ce.top*=T,Gr&&ns(Gr,Mn(ce.left),0,F,be),Hr&&ns(Hr,0,Mn(ce.top),F,be);for(let I=0;I<gt.length;I++){let U=gt[I];U!=null&&(Yt[I]*=v,Gn[I]*=T,ns(U,Ai(Yt[I]),Ai(Gn[I]),F,be))}}if(Zt.show&&!ie&&Zt.left>=0&&Zt.width>0){Zt.left*=v,Zt.width*=v,Zt.top*=T,Zt.height*=T;for(let I in fu)jt(qr,I,Zt[I])}we=We,Ft=ht,Ye=F,Qe=be}Rn("setSize"),Me=!1}dt>0&&_t>0&&(u.clearRect(0,0,h.width,h.height),Rn("drawClear"),w.forEach(v=>v()),Rn("draw")),Zt.show&&ie&&(wl(Zt),ie=!1),ge&&te&&(sr(null,!0,!1),te=!1),de.show&&de.live&&pe&&(uu(),pe=!1),l||(l=!0,n.status=1,Rn("ready")),Rs=!1,on=!1}n.redraw=(v,T)=>{Te=T||!1,v!==!1?Is(E,P.min,P.max):On()};function lu(v,T){let I=y[v];if(I.from==null){if(rn==0){let U=I.range(n,T.min,T.max,v);T.min=U[0],T.max=U[1]}if(T.min>T.max){let U=T.min;T.min=T.max,T.max=U}if(rn>1&&T.min!=null&&T.max!=null&&T.max-T.min<1e-16)return;v==E&&I.distr==2&&rn>0&&(T.min=ki(T.min,e[0]),T.max=ki(T.max,e[0]),T.min==T.max&&T.max++),z[v]=T,oe=!0,On()}}n.setScale=lu;let cu,hu,Gr,Hr,op,ap,Wr,Xr,lp,cp,$t,Qt,Ps=!1,Dn=ce.drag,An=Dn.x,En=Dn.y;ge&&(ce.x&&(cu=Ti(Rw,p)),ce.y&&(hu=Ti(Cw,p)),P.ori==0?(Gr=cu,Hr=hu):(Gr=hu,Hr=cu),$t=ce.left,Qt=ce.top);let Zt=n.select=_n({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),qr=Zt.show?Ti(Ew,Zt.over?p:f):null;function wl(v,T){if(Zt.show){for(let I in v)Zt[I]=v[I],I in fu&&jt(qr,I,v[I]);T!==!1&&Rn("setSelect")}}n.setSelect=wl;function V_(v){if(b[v].show)Q&&Sf(it[v],Pr);else if(Q&&di(it[v],Pr),ge){let I=Ne?gt[0]:gt[v];I!=null&&ns(I,-10,-10,F,be)}}function Is(v,T,I){lu(v,{min:T,max:I})}function qi(v,T,I,U){T.focus!=null&&q_(v),T.show!=null&&b.forEach((W,K)=>{K>0&&(v==K||v==null)&&(W.show=T.show,V_(K),s==2?(Is(W.facets[0].scale,null,null),Is(W.facets[1].scale,null,null)):Is(W.scale,null,null),On())}),I!==!1&&Rn("setSeries",v,T),U&&sa("setSeries",n,v,T)}n.setSeries=qi;function G_(v,T){_n(R[v],T)}function H_(v,T){v.fill=Ct(v.fill||null),v.dir=Lt(v.dir,-1),T=T??R.length,R.splice(T,0,v)}function W_(v){v==null?R.length=0:R.splice(v,1)}n.addBand=H_,n.setBand=G_,n.delBand=W_;function X_(v,T){b[v].alpha=T,ge&&gt[v]!=null&&(gt[v].style.opacity=T),Q&&it[v]&&(it[v].style.opacity=T)}let ls,Ls,ir,Yr={focus:!0};function q_(v){if(v!=ir){let T=v==null,I=Xe.alpha!=1;b.forEach((U,W)=>{if(s==1||W>0){let K=T||W==0||W==v;U._focus=T?null:K,I&&X_(W,K?1:Xe.alpha)}}),ir=v,I&&On()}}Q&&lt&&Be($g,Ie,v=>{ce._lock||(at(v),ir!=null&&qi(null,Yr,!0,pn.setSeries))});function Yi(v,T,I){let U=y[T];I&&(v=v/Dt-(U.ori==1?ht:We));let W=F;U.ori==1&&(W=be,v=W-v),U.dir==-1&&(v=W-v);let K=U._min,ae=U._max,fe=v/W,Ae=K+(ae-K)*fe,ze=U.distr;return ze==3?Bo(10,Ae):ze==4?qw(Ae,U.asinh):ze==100?U.bwd(Ae):Ae}function Y_(v,T){let I=Yi(v,E,T);return ki(I,e[0],cn,hn)}n.valToIdx=v=>ki(v,e[0]),n.posToIdx=Y_,n.posToVal=Yi,n.valToPos=(v,T,I)=>y[T].ori==0?r(v,y[T],I?X:F,I?C:0):o(v,y[T],I?ue:be,I?M:0),n.setCursor=(v,T,I)=>{$t=v.left,Qt=v.top,sr(null,T,I)};function hp(v,T){jt(qr,Uo,Zt.left=v),jt(qr,ul,Zt.width=T)}function up(v,T){jt(qr,"top",Zt.top=v),jt(qr,dl,Zt.height=T)}let ta=P.ori==0?hp:up,na=P.ori==1?hp:up;function $_(){if(Q&&de.live)for(let v=s==2?1:0;v<b.length;v++){if(v==0&&nt)continue;let T=de.values[v],I=0;for(let U in T)Ze[v][I++].firstChild.nodeValue=T[U]}}function uu(v,T){if(v!=null&&(v.idxs?v.idxs.forEach((I,U)=>{ee[U]=I}):Kw(v.idx)||ee.fill(v.idx),de.idx=ee[0]),Q&&de.live){for(let I=0;I<b.length;I++)(I>0||s==1&&!nt)&&Z_(I,ee[I]);$_()}pe=!1,T!==!1&&Rn("setLegend")}n.setLegend=uu;function Z_(v,T){let I=b[v],U=v==0&&k==2?ni:e[v],W;nt?W=I.values(n,v,T)??re:(W=I.value(n,T==null?null:U[T],v,T),W=W==null?re:{_:W}),de.values[v]=W}function sr(v,T,I){lp=$t,cp=Qt,[$t,Qt]=ce.move(n,$t,Qt),ce.left=$t,ce.top=Qt,ge&&(Gr&&ns(Gr,Mn($t),0,F,be),Hr&&ns(Hr,0,Mn(Qt),F,be));let U,W=cn>hn;ls=Xt,Ls=null;let K=P.ori==0?F:be,ae=P.ori==1?F:be;if($t<0||rn==0||W){U=ce.idx=null;for(let fe=0;fe<b.length;fe++){let Ae=gt[fe];Ae!=null&&ns(Ae,-10,-10,F,be)}lt&&qi(null,Yr,!0,v==null&&pn.setSeries),de.live&&(ee.fill(U),pe=!0)}else{let fe,Ae,ze;s==1&&(fe=P.ori==0?$t:Qt,Ae=Yi(fe,E),U=ce.idx=ki(Ae,e[0],cn,hn),ze=H(e[0][U],P,K,0));let ke=-10,He=-10,pt=0,Nt=0,Pt=!0,St="",rt="";for(let je=s==2?1:0;je<b.length;je++){let Kt=b[je],an=ee[je],Cn=an==null?null:s==1?e[je][an]:e[je][1][an],Wt=ce.dataIdx(n,je,U,Ae),ln=Wt==null?null:s==1?e[je][Wt]:e[je][1][Wt];if(pe=pe||ln!=Cn||Wt!=an,ee[je]=Wt,je>0&&Kt.show){let ii=Wt==null?-10:Wt==U?ze:H(s==1?e[0][Wt]:e[je][0][Wt],P,K,0),Wn=ln==null?-10:D(ln,s==1?y[Kt.scale]:y[Kt.facets[1].scale],ae,0);if(lt&&ln!=null){let _i=P.ori==1?$t:Qt,Ri=Sn(Xe.dist(n,je,Wt,Wn,_i));if(Ri<ls){let $i=Xe.bias;if($i!=0){let si=Yi(_i,Kt.scale),xi=ln>=0?1:-1,Ci=si>=0?1:-1;Ci==xi&&(Ci==1?$i==1?ln>=si:ln<=si:$i==1?ln<=si:ln>=si)&&(ls=Ri,Ls=je)}else ls=Ri,Ls=je}}if(pe||Ne){let _i,Ri;P.ori==0?(_i=ii,Ri=Wn):(_i=Wn,Ri=ii);let $i,si,xi,Ci,Zi,Xn,ri=!0,rr=he.bbox;if(rr!=null){ri=!1;let qn=rr(n,je);xi=qn.left,Ci=qn.top,$i=qn.width,si=qn.height}else xi=_i,Ci=Ri,$i=si=he.size(n,je);if(Xn=he.fill(n,je),Zi=he.stroke(n,je),Ne)je==Ls&&ls<=Xe.prox&&(ke=xi,He=Ci,pt=$i,Nt=si,Pt=ri,St=Xn,rt=Zi);else{let qn=gt[je];qn!=null&&(Yt[je]=xi,Gn[je]=Ci,t0(qn,$i,si,ri),Qg(qn,Xn,Zi),ns(qn,Ai(xi),Ai(Ci),F,be))}}}}if(Ne){let je=Xe.prox,Kt=ir==null?ls<=je:ls>je||Ls!=ir;if(pe||Kt){let an=gt[0];an!=null&&(Yt[0]=ke,Gn[0]=He,t0(an,pt,Nt,Pt),Qg(an,St,rt),ns(an,Ai(ke),Ai(He),F,be))}}}if(Zt.show&&Ps)if(v!=null){let[fe,Ae]=pn.scales,[ze,ke]=pn.match,[He,pt]=v.cursor.sync.scales,Nt=v.cursor.drag;if(An=Nt._x,En=Nt._y,An||En){let{left:Pt,top:St,width:rt,height:je}=v.select,Kt=v.scales[He].ori,an=v.posToVal,Cn,Wt,ln,ii,Wn,_i=fe!=null&&ze(fe,He),Ri=Ae!=null&&ke(Ae,pt);_i&&An?(Kt==0?(Cn=Pt,Wt=rt):(Cn=St,Wt=je),ln=y[fe],ii=H(an(Cn,He),ln,K,0),Wn=H(an(Cn+Wt,He),ln,K,0),ta(Vi(ii,Wn),Sn(Wn-ii))):ta(0,K),Ri&&En?(Kt==1?(Cn=Pt,Wt=rt):(Cn=St,Wt=je),ln=y[Ae],ii=D(an(Cn,pt),ln,ae,0),Wn=D(an(Cn+Wt,pt),ln,ae,0),na(Vi(ii,Wn),Sn(Wn-ii))):na(0,ae)}else pu()}else{let fe=Sn(lp-op),Ae=Sn(cp-ap);if(P.ori==1){let pt=fe;fe=Ae,Ae=pt}An=Dn.x&&fe>=Dn.dist,En=Dn.y&&Ae>=Dn.dist;let ze=Dn.uni;ze!=null?An&&En&&(An=fe>=ze,En=Ae>=ze,!An&&!En&&(Ae>fe?En=!0:An=!0)):Dn.x&&Dn.y&&(An||En)&&(An=En=!0);let ke,He;An&&(P.ori==0?(ke=Wr,He=$t):(ke=Xr,He=Qt),ta(Vi(ke,He),Sn(He-ke)),En||na(0,ae)),En&&(P.ori==1?(ke=Wr,He=$t):(ke=Xr,He=Qt),na(Vi(ke,He),Sn(He-ke)),An||ta(0,K)),!An&&!En&&(ta(0,0),na(0,0))}if(Dn._x=An,Dn._y=En,v==null){if(I){if(Mp!=null){let[fe,Ae]=pn.scales;pn.values[0]=fe!=null?Yi(P.ori==0?$t:Qt,fe):null,pn.values[1]=Ae!=null?Yi(P.ori==1?$t:Qt,Ae):null}sa(mf,n,$t,Qt,F,be,U)}if(lt){let fe=I&&pn.setSeries,Ae=Xe.prox;ir==null?ls<=Ae&&qi(Ls,Yr,!0,fe):ls>Ae?qi(null,Yr,!0,fe):Ls!=ir&&qi(Ls,Yr,!0,fe)}}pe&&(de.idx=U,uu()),T!==!1&&Rn("setCursor")}let Ns=null;Object.defineProperty(n,"rect",{get(){return Ns==null&&ia(!1),Ns}});function ia(v=!1){v?Ns=null:(Ns=p.getBoundingClientRect(),Rn("syncRect",Ns))}function dp(v,T,I,U,W,K,ae){ce._lock||Ps&&v!=null&&v.movementX==0&&v.movementY==0||(du(v,T,I,U,W,K,ae,!1,v!=null),v!=null?sr(null,!0,!0):sr(T,!0,!1))}function du(v,T,I,U,W,K,ae,fe,Ae){if(Ns==null&&ia(!1),at(v),v!=null)I=v.clientX-Ns.left,U=v.clientY-Ns.top;else{if(I<0||U<0){$t=-10,Qt=-10;return}let[ze,ke]=pn.scales,He=T.cursor.sync,[pt,Nt]=He.values,[Pt,St]=He.scales,[rt,je]=pn.match,Kt=T.axes[0].side%2==1,an=P.ori==0?F:be,Cn=P.ori==1?F:be,Wt=Kt?K:W,ln=Kt?W:K,ii=Kt?U:I,Wn=Kt?I:U;if(Pt!=null?I=rt(ze,Pt)?a(pt,y[ze],an,0):-10:I=an*(ii/Wt),St!=null?U=je(ke,St)?a(Nt,y[ke],Cn,0):-10:U=Cn*(Wn/ln),P.ori==1){let _i=I;I=U,U=_i}}Ae&&(T==null||T.cursor.event.type==mf)&&((I<=1||I>=F-1)&&(I=Rr(I,F)),(U<=1||U>=be-1)&&(U=Rr(U,be))),fe?(op=I,ap=U,[Wr,Xr]=ce.move(n,I,U)):($t=I,Qt=U)}let fu={width:0,height:0,left:0,top:0};function pu(){wl(fu,!1)}let fp,pp,mp,gp;function _p(v,T,I,U,W,K,ae){Ps=!0,An=En=Dn._x=Dn._y=!1,du(v,T,I,U,W,K,ae,!0,!1),v!=null&&(Be(gf,bf,xp,!1),sa(qg,n,Wr,Xr,F,be,null));let{left:fe,top:Ae,width:ze,height:ke}=Zt;fp=fe,pp=Ae,mp=ze,gp=ke}function xp(v,T,I,U,W,K,ae){Ps=Dn._x=Dn._y=!1,du(v,T,I,U,W,K,ae,!1,!0);let{left:fe,top:Ae,width:ze,height:ke}=Zt,He=ze>0||ke>0,pt=fp!=fe||pp!=Ae||mp!=ze||gp!=ke;if(He&&pt&&wl(Zt),Dn.setScale&&He&&pt){let Nt=fe,Pt=ze,St=Ae,rt=ke;if(P.ori==1&&(Nt=Ae,Pt=ke,St=fe,rt=ze),An&&Is(E,Yi(Nt,E),Yi(Nt+Pt,E)),En)for(let je in y){let Kt=y[je];je!=E&&Kt.from==null&&Kt.min!=Xt&&Is(je,Yi(St+rt,je),Yi(St,je))}pu()}else ce.lock&&(ce._lock=!ce._lock,sr(T,!0,v!=null));v!=null&&(mt(gf,bf),sa(gf,n,$t,Qt,F,be,null))}function K_(v,T,I,U,W,K,ae){if(ce._lock)return;at(v);let fe=Ps;if(Ps){let Ae=!0,ze=!0,ke=10,He,pt;P.ori==0?(He=An,pt=En):(He=En,pt=An),He&&pt&&(Ae=$t<=ke||$t>=F-ke,ze=Qt<=ke||Qt>=be-ke),He&&Ae&&($t=$t<Wr?0:F),pt&&ze&&(Qt=Qt<Xr?0:be),sr(null,!0,!0),Ps=!1}$t=-10,Qt=-10,ee.fill(null),sr(null,!0,!0),fe&&(Ps=fe)}function yp(v,T,I,U,W,K,ae){ce._lock||(at(v),ea(),pu(),v!=null&&sa(Zg,n,$t,Qt,F,be,null))}function vp(){S.forEach(d1),B(n.width,n.height,!0)}Ir(Ih,Oo,vp);let $r={};$r.mousedown=_p,$r.mousemove=dp,$r.mouseup=xp,$r.dblclick=yp,$r.setSeries=(v,T,I,U)=>{let W=pn.match[2];I=W(n,T,I),I!=-1&&qi(I,U,!0,!1)},ge&&(Be(qg,p,_p),Be(mf,p,dp),Be(Yg,p,v=>{at(v),ia(!1)}),Be($g,p,K_),Be(Zg,p,yp),Cf.add(n),n.syncRect=ia);let Tl=n.hooks=i.hooks||{};function Rn(v,T,I){Hn?Ht.push([v,T,I]):v in Tl&&Tl[v].forEach(U=>{U.call(null,n,T,I)})}(i.plugins||[]).forEach(v=>{for(let T in v.hooks)Tl[T]=(Tl[T]||[]).concat(v.hooks[T])});let bp=(v,T,I)=>I,pn=_n({key:null,setSeries:!1,filters:{pub:o0,sub:o0},scales:[E,b[1]?b[1].scale:null],match:[a0,a0,bp],values:[null,null]},ce.sync);pn.match.length==2&&pn.match.push(bp),ce.sync=pn;let Mp=pn.key,mu=i_(Mp);function sa(v,T,I,U,W,K,ae){pn.filters.pub(v,T,I,U,W,K,ae)&&mu.pub(v,T,I,U,W,K,ae)}mu.sub(n);function J_(v,T,I,U,W,K,ae){pn.filters.sub(v,T,I,U,W,K,ae)&&$r[v](null,T,I,U,W,K,ae)}n.pub=J_;function j_(){mu.unsub(n),Cf.delete(n),tt.clear(),wf(Ih,Oo,vp),c.remove(),Ie?.remove(),Rn("destroy")}n.destroy=j_;function gu(){Rn("init",i,e),Qo(e||i.data,!1),z[E]?lu(E,z[E]):ea(),ie=Zt.show&&(Zt.width>0||Zt.height>0),te=pe=!0,B(i.width,i.height)}return b.forEach(Br),S.forEach(ss),t?t instanceof HTMLElement?(t.appendChild(c),gu()):t(n,gu):gu(),n}wn.assign=_n;wn.fmtNum=Ff;wn.rangeNum=Lh;wn.rangeLog=Uh;wn.rangeAsinh=Df;wn.orient=Nr;wn.pxRatio=Dt;wn.join=iT;wn.fmtDate=Bf,wn.tzDate=pT;wn.sync=i_;{wn.addGap=KT,wn.clipGaps=Bh;let i=wn.paths={points:c_};i.linear=u_,i.stepped=QT,i.bars=e1,i.spline=n1}function Xf(i){let e=JSON.parse(i);if(e.zanjir_view!==2)throw new Error(`this page holds a scene of version ${e.zanjir_view}, and its script reads version 2`);return e}async function Xo(i){if(typeof DecompressionStream>"u")throw new Error("this browser is too old to unpack it (no DecompressionStream)");let e=Uint8Array.from(atob(i.trim()),t=>t.charCodeAt(0));return new Response(new Blob([e]).stream().pipeThrough(new DecompressionStream("deflate"))).text()}function qo(i){let[e,t,n]=i,s=new Float64Array(n);for(let a=3;a<i.length;++a)s[a-3]=i[a];for(let a=0;a<t;++a)for(let l=1;l<n;++l)s[l]+=s[l-1];if(e>0){for(let a=0;a<n;++a)s[a]*=e;return s}let r=new Uint32Array(1),o=new Float32Array(r.buffer);for(let a=0;a<n;++a)r[0]=Math.abs(s[a])*2**-e+(s[a]<0?2147483648:0),s[a]=o[0];return s}var mi=i=>new Float32Array(qo(i)),Yo=i=>new Uint32Array(qo(i));function qf(i,e){let t=new Float64Array(i.length*e);return i.forEach((n,s)=>qo(n).forEach((r,o)=>t[o*i.length+s]=r)),t}function $o(i,e){let t=0,n=i.length-1;for(;t<n;){let s=t+n+1>>1;i[s]<=e?t=s:n=s-1}return t}function m_(i,e,t,n,s,r){for(let f=0;f<3;++f)s[r+f]=i[e+f]+(i[t+f]-i[e+f])*n;let o=0;for(let f=3;f<7;++f)o+=i[e+f]*i[t+f];let a=o<0?-1:1,l=Math.acos(Math.min(1,Math.abs(o))),c=l<1e-4,h=c?1-n:Math.sin((1-n)*l)/Math.sin(l),u=c?n:Math.sin(n*l)/Math.sin(l),d=0;for(let f=3;f<7;++f)d+=(s[r+f]=h*i[e+f]+a*u*i[t+f])**2;d=Math.sqrt(d);for(let f=3;f<7;++f)s[r+f]/=d}var Gh=class{constructor(e){this.clip=e;this.byName=new Map;this.t=qo(e.poses.t),this.base=e.poses.base,this.nBodies=this.base.length/3,this.values=qf(e.poses.values,this.t.length),this.sectionValues=e.poses.sections.map(t=>qf(t,this.t.length)),this.loadValues=e.poses.loads.map(mi),this.poses=new Float64Array(7*this.nBodies),this.sections=this.sectionValues.map(t=>new Float64Array(t.length/Math.max(1,this.t.length))),this.loads=this.loadValues.map(()=>new Float64Array(3)),this.normalValues=e.poses.normals.map(mi),this.normals=this.normalValues.map(t=>new Float64Array(t.length>0?3:0)),this.curveT=qo(e.curves.t),this.standsFor=e.curves.stands_for,this.channels=e.curves.channels.map(t=>({name:t.name,unit:t.unit,values:mi(t.values)})),this.channels.forEach((t,n)=>this.byName.set(t.name,n))}get begin(){return this.t.length?this.t[0]:0}get end(){return this.t.length?this.t[this.t.length-1]:0}get duration(){return this.end-this.begin}seek(e){let t=$o(this.t,e),n=Math.min(t+1,this.t.length-1),s=this.clip.map?0:n>t?Math.min(1,Math.max(0,(e-this.t[t])/(this.t[n]-this.t[t]))):0,r=7*this.nBodies;for(let o=0;o<this.nBodies;++o){m_(this.values,t*r+7*o,n*r+7*o,s,this.poses,7*o);for(let a=0;a<3;++a)this.poses[7*o+a]+=this.base[3*o+a]}this.sections.forEach((o,a)=>{for(let l=0;l<o.length;l+=7)m_(this.sectionValues[a],t*o.length+l,n*o.length+l,s,o,l)}),this.normals.forEach((o,a)=>{for(let l=0;l<o.length;++l)o[l]=this.normalValues[a][3*t+l]*(1-s)+this.normalValues[a][3*n+l]*s}),this.loads.forEach((o,a)=>{for(let l=0;l<3;++l)o[l]=this.loadValues[a][3*t+l]*(1-s)+this.loadValues[a][3*n+l]*s})}path(e,t){let n=new Float32Array(3*this.t.length),s=7*this.nBodies;for(let r=0;r<this.t.length;++r){let o=r*s+7*e,a=this.values,l=a[o+3],c=a[o+4],h=a[o+5],u=a[o+6],d=2*(h*t[2]-u*t[1]),f=2*(u*t[0]-c*t[2]),p=2*(c*t[1]-h*t[0]);n[3*r]=this.base[3*e]+a[o]+t[0]+l*d+h*p-u*f,n[3*r+1]=this.base[3*e+1]+a[o+1]+t[1]+l*f+u*d-c*p,n[3*r+2]=this.base[3*e+2]+a[o+2]+t[2]+l*p+c*f-h*d}return n}channel(e){let t=this.byName.get(e);return t===void 0?void 0:this.channels[t]}vector(e,t,n){for(let s=0;s<3;++s){let r=this.channel(e+"."+"xyz"[s]);if(!r)return!1;n[s]=this.at(r,t)}return Number.isFinite(n[0]+n[1]+n[2])}at(e,t){let n=this.curveT,s=e.values;if(n.length===0)return NaN;let r=$o(n,t),o=Math.min(r+1,n.length-1);return n[o]===n[r]?s[o]:s[r]+(s[o]-s[r])*Math.min(1,Math.max(0,(t-n[r])/(n[o]-n[r])))}};function f1(i){let e=i.t.length,t=Math.ceil(e/4),n=new Float64Array(2*t),s=i.values.map(()=>new Float32Array(2*t));for(let r=0;r<t;++r){let o=4*r,a=Math.min(e,o+4);n[2*r]=i.t[o],n[2*r+1]=i.t[a-1],i.values.forEach((l,c)=>{let h=o,u=o;for(let d=o+1;d<a;++d)(l[d]<l[h]||Number.isNaN(l[h]))&&(h=d),(l[d]>l[u]||Number.isNaN(l[u]))&&(u=d);s[c][2*r]=l[Math.min(h,u)],s[c][2*r+1]=l[Math.max(h,u)]})}return{t:n,values:s}}var Hh=class{constructor(e,t){for(this.levels=[{t:e,values:t}];this.levels[this.levels.length-1].t.length>1500;)this.levels.push(f1(this.levels[this.levels.length-1]))}get finest(){return this.levels[0]}between(e,t,n){for(let s of this.levels){let r=s.t,o=0,a=r.length;for(let l=0,c=r.length;l<c;){let h=l+c>>1;r[h]<e?l=o=h+1:c=h}for(let l=o,c=r.length;l<c;){let h=l+c>>1;r[h]<=t?l=h+1:c=a=h}if(o=Math.max(0,o-1),a=Math.min(r.length,a+1),a-o<=n||s===this.levels[this.levels.length-1])return{t:r.subarray(o,a),values:s.values.map(l=>l.subarray(o,a))}}return this.levels[this.levels.length-1]}};var p1={dark:!1,ink:"#1c2127",soft:"#56616d",line:"#d9dee4",stage:"#eef2f6",curves:["#0072B2","#D55E00","#007a5a","#b8508c","#a86f00","#2b86b8","#1c2127"],bodies:["#4f8fcd","#49ad86","#c681ab","#7cc0e6","#b3ab52","#a05f80","#7f8fd0"],driven:"#e0752b",metal:"#5d6873",base:"#98a3ae",force:"#c8433b",contact:"#8a3ffc",trace:"#d55e00",grid:"#b9c3cd"},m1={dark:!0,ink:"#e4e8ec",soft:"#a3aeb9",line:"#333c45",stage:"#1a2026",curves:["#5bb0e8","#f58f4e","#35c99c","#e29ac4","#eab54a","#9ad4f5","#e4e8ec"],bodies:["#5a9bdb","#4fbb92","#d08db7","#86cbf2","#c2ba5e","#b36e90","#8f9fe0"],driven:"#f0853a",metal:"#8794a1",base:"#66717d",force:"#ff7b72",contact:"#b78bff",trace:"#f58f4e",grid:"#3d4852"},tr=[[],[8,4],[2,3],[10,4,2,4]],Wh=typeof matchMedia=="function"?matchMedia("(prefers-color-scheme: dark)"):null,Vn=()=>Wh&&Wh.matches?m1:p1,Xh=i=>Wh&&Wh.addEventListener("change",i),Yf=()=>typeof matchMedia=="function"&&matchMedia("(prefers-reduced-motion: reduce)").matches;function Je(i,e,t={}){let n=document.createElement(i);e&&(n.className=e);for(let[s,r]of Object.entries(t))n.setAttribute(s,r);return n}function tn(i,e,t,n="zv-button"){let s=Je("button",n,{type:"button","aria-label":e,title:e});return s.textContent=i,s.addEventListener("click",t),s}var g1={play:"M5 3.5v13l11-6.5z",pause:"M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z",back:"M4 3.5h2.4v13H4zM16.5 3.5v13L7.5 10z",forth:"M13.6 3.5H16v13h-2.4zM3.5 3.5v13l9-6.5z",loop:"M4 9a6 6 0 0 1 10.2-4.2L12.6 6.4H18V1l-2.3 2.3A8 8 0 0 0 2 9zM16 11a6 6 0 0 1-10.2 4.2l1.6-1.6H2V19l2.3-2.3A8 8 0 0 0 18 11z"};function Dr(i,e){let t=document.createElementNS("http://www.w3.org/2000/svg","svg"),n=document.createElementNS("http://www.w3.org/2000/svg","path");t.setAttribute("viewBox","0 0 20 20"),t.setAttribute("aria-hidden","true"),n.setAttribute("d",g1[e]),t.append(n),i.replaceChildren(t)}function Zo(i,e,t){let n=Je("label","zv-check"),s=Je("input","",{type:"checkbox"});return s.checked=e,s.addEventListener("change",()=>t(s.checked)),n.append(s,document.createTextNode(i)),n}function $f(i,e,t,n,s,r,o){let a=Je("label","zv-slider"),l=Je("input","",{type:"range",min:String(e),max:String(t),step:String(n),value:String(s),"aria-label":i}),c=Je("output","");return c.textContent=r(s),l.addEventListener("input",()=>{c.textContent=r(Number(l.value)),o(Number(l.value))}),a.append(document.createTextNode(i),l,c),a}function Ur(i,e,t){let n=Je("select","zv-select",{"aria-label":i,title:i});for(let s of e){let r=Je("option","",{value:s.value});r.textContent=s.text,n.append(r)}return n.addEventListener("change",()=>t(n.value)),n}function Yh(i){let e=new Map,t=r=>!r.includes(".")||r.endsWith(".angle")||i.channel(r+".speed")!==void 0,n=new Set(i.channels.filter(r=>t(r.name)).map(r=>r.name.split(".")[0]));i.channels.forEach((r,o)=>{let a=/^(.*)\.(x|y|z)$/.exec(r.name),l=/^(.*)\.(qw|qx|qy|qz)$/.exec(r.name),c=/^(.*)\.(wx|wy|wz|vx|vy|vz)$/.exec(r.name),h=/\.(speed|acceleration|force|power|normal_force|gap|phase|touch_speed)$/.exec(r.name),u;if(a)u=a[1];else if(l)u=l[1]+" (turn)";else if(c)u=c[1]+(c[2][0]==="w"?" (angular velocity)":" (velocity)");else if(r.name.startsWith("energy.")||r.name.startsWith("ledger.")||r.name.startsWith("power.")||r.name.startsWith("loop"))u=r.name.split(".")[0];else if(h)u={speed:"speeds",acceleration:"accelerations",force:"forces of actuators",power:"powers",normal_force:"normal forces",gap:"gaps",phase:"contact",touch_speed:"touch-down speeds"}[h[1]]??h[1];else if(/\.mode\d+$/.test(r.name))u="modes";else if(t(r.name))u="coordinates";else{let[p,..._]=r.name.split(".");u=n.has(p)?_.join("."):p}let d=u+"|"+r.unit,f=e.get(d)??{title:u,unit:r.unit,channels:[]};f.channels.push(o),e.set(d,f)});let s=[];for(let r of e.values())for(let o=0;o<r.channels.length;o+=12){let a=r.channels.slice(o,o+12);s.push({title:r.channels.length>12?`${r.title} ${o/12+1}`:r.title,unit:r.unit,channels:a})}return s}function Gi(i){return i==="1"?"":i.replace(/\^2/g,"\xB2").replace(/\^3/g,"\xB3").replace(/ /g,"\xB7")}function is(i){if(i==null||!Number.isFinite(i))return"\u2013";let e=Math.abs(i);return e===0?"0":e>=1e5||e<.001?i.toExponential(3).replace("e"," e"):i.toPrecision(5)}function g_(i){let{walk:e,abscissa:t}=i.clip;return e?{name:"place along the walk",short:"walk",unit:"1"}:{name:t.name==="t"?"time":t.name,short:t.name,unit:t.unit}}var qh=class{constructor(e,t,n,s,r){this.group=e;this.motion=t;this.sync=n;this.seek=s;this.cursor=Je("div","zv-now");this.log=!1;this.time=0;this.host=Je("div","zv-plot-host");this.size={width:600,height:230};this.filled="";this.valuesOf=-1;let o=e.channels.map(f=>t.channels[f]);this.pyramid=new Hh(t.curveT,o.map(f=>f.values));let a=t.curveT;this.zoomed=[a[0]??0,a[a.length-1]??1];let l=Gi(e.unit),c=l?`${e.title} [${l}]`:e.title;this.root=Je("section","zv-plot",{"aria-label":`plot of ${e.title}`});let h=Je("div","zv-plot-bar"),u=Je("h4","");u.textContent=c;let d=tn("log","logarithmic scale",()=>this.setLog(!this.log));d.setAttribute("aria-pressed","false"),this.scaleButton=d,h.append(u,d,tn("all","show the whole time",()=>this.zoom(null)),tn("PNG","save the plot as PNG",()=>this.savePng()),tn("SVG","save the plot as SVG",()=>this.saveSvg()),tn("CSV","save the numbers as CSV",()=>this.saveCsv()),tn("\xD7","remove this plot",r)),this.root.append(h,this.host),this.plot=this.make(),this.plot.over.append(this.cursor),this.fill(this.zoomed[0],this.zoomed[1]),this.plot.setScale("x",{min:this.zoomed[0],max:this.zoomed[1]})}make(){let{group:e,motion:t,log:n}=this,s=e.channels.map(d=>t.channels[d]),r=Gi(e.unit),o=r?`${e.title} [${r}]`:e.title,a=Vn(),l=g_(t),c=Gi(l.unit),h={stroke:a.soft,grid:{stroke:a.line,width:1},ticks:{stroke:a.line,width:1},font:"12px system-ui, sans-serif",labelFont:"12px system-ui, sans-serif",labelSize:18},u=new wn({...this.size,padding:[10,16,0,0],cursor:{sync:{key:this.sync,setSeries:!1},drag:{x:!0,y:!1,setScale:!0},points:{size:6}},legend:{live:!0},scales:{x:{time:!1},y:n?{distr:3,range:(d,f,p)=>f>0&&p>0?f===p?[f/3,p*3]:[f,p]:[1,10]}:{distr:1}},axes:[{...h,label:`${l.name}${c?` [${c}]`:""}`},{...h,size:62,label:o,values:(d,f)=>f.map(p=>p===null?"":$h(p,n))}],series:[{label:l.short,value:(d,f)=>f===null?"\u2013":`${is(f)} ${c}`},...s.map((d,f)=>({label:d.name,stroke:a.curves[f%a.curves.length],width:1.7,dash:tr[Math.floor(f/a.curves.length)%tr.length],points:{show:!1},value:(p,_)=>`${is(_)} ${r}`}))],hooks:{setScale:[(d,f)=>{f==="x"&&this.refine(d)}],setCursor:[()=>{this.valuesOf=-1,queueMicrotask(()=>this.showValues())}],ready:[d=>{let f=0;d.over.addEventListener("mousedown",p=>f=p.clientX),d.over.addEventListener("click",p=>{Math.abs(p.clientX-f)<4&&this.seek(d.posToVal(p.clientX-d.over.getBoundingClientRect().left,"x"))})}]}},[[],...s.map(()=>[])],this.host);return u.ctx.canvas.setAttribute("aria-hidden","true"),u}fill(e,t){let n=this.pyramid.between(e,t,2600),s=`${n.t.length} ${n.t[0]} ${n.t[n.t.length-1]} ${this.log}`;if(s===this.filled)return;this.filled=s;let r=o=>Array.from(o,a=>Number.isFinite(a)&&(!this.log||a>0)?a:null);this.plot.batch(()=>{this.plot.setData([Array.from(n.t),...n.values.map(r)],!1),this.plot.setScale("x",{min:e,max:t})}),this.valuesOf=-1}refine(e){let{min:t,max:n}=e.scales.x;t===void 0||n===void 0||t===null||n===null||(this.zoomed=[t,n],queueMicrotask(()=>{this.fill(t,n),this.moveCursor()}))}zoom(e){let t=this.motion.curveT,[n,s]=e??[t[0],t[t.length-1]];this.plot.setScale("x",{min:n,max:s})}setLog(e){this.log=e,this.scaleButton.setAttribute("aria-pressed",String(e));let t=this.plot.series.map(r=>r.show===!1),[n,s]=this.zoomed;this.plot.destroy(),this.plot=this.make(),this.plot.over.append(this.cursor),t.forEach((r,o)=>{r&&o>0&&this.plot.setSeries(o,{show:!1})}),this.filled="",this.fill(n,s),this.plot.setScale("x",{min:n,max:s})}now(e){this.time=e,this.moveCursor(),this.showValues()}showValues(){if((this.plot.cursor.left??-1)>=0){this.valuesOf=-1;return}let e=this.plot.data[0];if(e.length===0)return;let t=$o(e,this.time);t+1<e.length&&e[t+1]-this.time<this.time-e[t]&&++t,t!==this.valuesOf&&(this.valuesOf=t,this.plot.setLegend({idx:t},!1))}moveCursor(){let e=this.plot.valToPos(this.time,"x"),t=this.plot.over.clientWidth,n=Number.isFinite(e)&&e>=-1&&e<=t+1;this.cursor.style.display=n?"":"none",n&&(this.cursor.style.transform=`translateX(${e}px)`)}resize(e){this.size={width:Math.max(240,e),height:e<480?210:230},this.plot.setSize(this.size),this.moveCursor()}valueAt(e,t){let n=this.motion.channel(e);return n?this.motion.at(n,t):null}get fileName(){return`${this.motion.clip.name} ${this.group.title}`.replace(/[^\p{L}\p{N}_.-]+/gu,"_")}shownChannels(){return this.group.channels.filter((e,t)=>this.plot.series[t+1].show!==!1).map(e=>this.motion.channels[e])}savePng(){let e=this.plot.ctx.canvas,t=devicePixelRatio||1,n=this.group.channels.map(c=>this.motion.channels[c].name),s=Vn(),r=document.createElement("canvas"),o=18*t,a=Math.ceil(n.length/3);r.width=e.width,r.height=e.height+o*(a+1);let l=r.getContext("2d");l.fillStyle=s.dark?"#14181c":"#ffffff",l.fillRect(0,0,r.width,r.height),l.drawImage(e,0,0),l.font=`${12*t}px system-ui, sans-serif`,n.forEach((c,h)=>{l.fillStyle=s.curves[h%s.curves.length],l.fillText("\u2014 "+c,12*t+h%3*r.width/3,e.height+o*(Math.floor(h/3)+.8))}),r.toBlob(c=>c&&Er(c,this.fileName+".png"))}saveSvg(){cl(this.svg(),this.fileName+".svg","image/svg+xml")}svg(){let e=this.pyramid.between(this.zoomed[0],this.zoomed[1],2600),t=this.group.channels.map((r,o)=>({name:this.motion.channels[r].name,values:e.values[o],colour:Vn().curves[o%7],dash:tr[Math.floor(o/7)%tr.length]})).filter((r,o)=>this.plot.series[o+1].show!==!1),n=Gi(this.group.unit),s=g_(this.motion);return Gg({title:this.group.title,x:Gi(s.unit)?`${s.name} [${Gi(s.unit)}]`:s.name,y:n?`${this.group.title} [${n}]`:this.group.title,log:this.log,range:this.zoomed,t:e.t,curves:t})}saveCsv(){cl(this.csv(),this.fileName+".csv","text/csv")}csv(){let e=r=>/[",\n]/.test(r)?`"${r.replace(/"/g,'""')}"`:r,t=this.shownChannels(),n=this.motion.curveT,s=[[`${this.motion.clip.abscissa.name} [${this.motion.clip.abscissa.unit}]`,...t.map(r=>`${r.name} [${r.unit}]`)].map(e).join(",")];for(let r=0;r<n.length;++r)n[r]>=this.zoomed[0]&&n[r]<=this.zoomed[1]&&s.push([n[r],...t.map(o=>o.values[r])].join(","));return s.join(`
`)+`
`}destroy(){this.plot.destroy(),this.root.remove()}};function $h(i,e){let t=Math.abs(i);return t!==0&&(t>=1e5||t<.001)?i.toExponential(1).replace("e+","e").replace(".0e","e"):String(Number(i.toPrecision(e?2:6)))}var _l=[],Zf=new Set,xl=new Set,__=i=>{_l.push(i)};function x_(i,e){for(let t of Zf)t.now(i,e)}function y_(i,e){e?Zf.add(i):Zf.delete(i),e||Kf(i,!1);let t=_l.find(n=>n.at)?.at;e&&t&&i.now(t.task,t.t)}function Kf(i,e){e?xl.add(i):xl.delete(i);for(let t of _l)t.stayInSight()}async function v_(i,e){let t=_l.map(s=>s.at?.task),n=i.find(s=>t.includes(s))??i[0];for(let s of _l)if(await s.goTo(n,e))return}var Zh=i=>Gi(i.unit)?`${i.label} [${Gi(i.unit)}]`:i.label,Jf=class{constructor(e,t,n,s,r){this.panel=e;this.curves=t;this.x=n;this.y=s;this.equal=r;this.root=Je("div","zv-figure-plot");this.legend=Je("div","zv-figure-legend");this.said=Je("output","zv-figure-said");this.plot=null;this.line=Je("div","zv-now");this.instant=NaN;this.near=null;if(this.shown=t.map(()=>!0),this.tasks=[...new Set(t.flatMap(o=>o.task??[]))],e){let o=Je("h4","");o.textContent=e,this.root.append(o)}this.root.append(this.legend,this.said)}good(e,t){return Number.isFinite(e)&&(!t||e>0)}range(e){let t=1/0,n=-1/0,s=this[e].log;if(this.curves.forEach((a,l)=>{if(this.shown[l])for(let c of a[e])this.good(c,s)&&(t=Math.min(t,c),n=Math.max(n,c))}),!(t<=n))return s?[1,10]:[0,1];if(s)return t===n?[t/3,n*3]:[t,n];let r=.04*(n-t)||.1*Math.abs(n)||1,o=this.curves.every(a=>a.style==="line");return e==="x"&&!this.equal&&o&&t<n?[t,n]:[t-r,n+r]}make(e){this.plot?.destroy();let t=Vn(),n={stroke:t.soft,grid:{stroke:t.line,width:1},ticks:{stroke:t.line,width:1},font:"12px system-ui, sans-serif",labelFont:"12px system-ui, sans-serif",labelSize:18},[s,r]=this.range("x"),[o,a]=this.range("y"),l=this.equal?Math.min(560,Math.max(240,(e-90)*(a-o)/(r-s||1)+70)):Math.min(380,Math.max(230,.5*e)),c=(u,d)=>{let f=this.curves[d-1],p=u.ctx,_=t.curves[(d-1)%t.curves.length],m=devicePixelRatio||1,g=b=>this.good(f.x[b],this.x.log)&&this.good(f.y[b],this.y.log)?[u.valToPos(f.x[b],"x",!0),u.valToPos(f.y[b],"y",!0)]:null;if(p.save(),p.beginPath(),p.rect(u.bbox.left,u.bbox.top,u.bbox.width,u.bbox.height),p.clip(),p.strokeStyle=p.fillStyle=_,p.lineWidth=1.7*m,f.style!=="points"&&f.style!=="published"){p.setLineDash(tr[Math.floor((d-1)/t.curves.length)%tr.length].map(S=>S*m)),p.beginPath();let b=!1;for(let S=0;S<f.x.length;++S){let y=g(S);y&&(b?p.lineTo(...y):p.moveTo(...y)),b=y!==null}p.stroke(),p.setLineDash([])}if(f.style!=="line")for(let b=0;b<f.x.length;++b){let S=g(b);S&&(p.beginPath(),p.arc(S[0],S[1],(f.style==="published"?4.5:3)*m,0,2*Math.PI),f.style==="published"?p.stroke():p.fill())}p.restore()},h=(u,d)=>({time:!1,distr:u.log?3:1,auto:!1,range:(f,p,_)=>p===null||_===null?d:[p,_]});this.plot=new wn({width:e,height:l,padding:[10,16,0,0],legend:{show:!1},cursor:{drag:{x:!0,y:!0,uni:20,setScale:!0},points:{show:!1}},scales:{x:h(this.x,[s,r]),y:h(this.y,[o,a])},axes:[{...n,label:Zh(this.x),values:(u,d)=>d.map(f=>f===null?"":$h(f,this.x.log))},{...n,size:62,label:Zh(this.y),values:(u,d)=>d.map(f=>f===null?"":$h(f,this.y.log))}],series:[{},{}],hooks:{draw:[u=>this.curves.forEach((d,f)=>{this.shown[f]&&c(u,f+1)})],setCursor:[u=>this.point(u)],setScale:[()=>this.moveLine()],ready:[u=>this.leads(u)]}},[[s,r],[o,a]],this.root),this.plot.over.append(this.line),this.plot.setScale("x",{min:s,max:r}),this.plot.setScale("y",{min:o,max:a}),this.moveLine(),this.plot.ctx.canvas.setAttribute("aria-hidden","true"),this.fillLegend(),this.root.append(this.legend,this.said)}leads(e){if(!this.follows)return;e.over.title="click: the mechanism goes to that instant";let t=0;e.over.addEventListener("mousedown",n=>t=n.clientX),e.over.addEventListener("click",n=>{if(Math.abs(n.clientX-t)>3)return;let s=this.near?.task;v_([...s?[s]:[],...this.tasks],e.posToVal(n.clientX-e.over.getBoundingClientRect().left,"x")*(this.x.to_si??1))})}get follows(){return this.tasks.length>0}now(e,t){this.instant=this.tasks.includes(e)?t/(this.x.to_si??1):NaN,this.moveLine()}moveLine(){let e=this.plot?this.plot.valToPos(this.instant,"x"):NaN,t=e>=-1&&e<=(this.plot?.over.clientWidth??0)+1;this.line.style.display=t?"":"none",t&&(this.line.style.transform=`translateX(${e}px)`)}point(e){let{left:t,top:n}=e.cursor;if(this.near=null,t===void 0||n===void 0||t<0||n<0){this.said.textContent="";return}let s=30**2,r="";this.curves.forEach((o,a)=>{if(this.shown[a])for(let l=0;l<o.x.length;++l){if(!this.good(o.x[l],this.x.log)||!this.good(o.y[l],this.y.log))continue;let c=(e.valToPos(o.x[l],"x")-t)**2+(e.valToPos(o.y[l],"y")-n)**2;c<s&&(s=c,this.near=o,r=`${o.label||this.y.label}: ${this.x.label} = ${is(o.x[l])} ${Gi(this.x.unit)}, ${this.y.label} = ${is(o.y[l])} ${Gi(this.y.unit)}`)}}),this.said.textContent=r}fillLegend(){let e=Vn();this.legend.replaceChildren(...this.curves.map((t,n)=>{let s=tn("",`${t.label||"curve"} on and off`,()=>{this.shown[n]=!this.shown[n],s.setAttribute("aria-pressed",String(this.shown[n])),this.plot?.redraw()},"zv-button zv-curve"),r=Je("i",t.style==="published"?"ring":"");return r.style.borderColor=e.curves[n%e.curves.length],s.setAttribute("aria-pressed",String(this.shown[n])),s.append(r,document.createTextNode(t.label||`curve ${n+1}`)),s}))}all(){if(!this.plot)return;let[e,t]=this.range("x"),[n,s]=this.range("y");this.plot.setScale("x",{min:e,max:t}),this.plot.setScale("y",{min:n,max:s})}destroy(){this.plot?.destroy(),this.plot=null}},jf=class{constructor(e,t,n){this.numbers=t;this.toggle=n;this.box=Je("div","zv zv-figure");this.open=!1;this.width=0;this.drawn=e.querySelector(".drawn");let{x:s,y:r,equal:o,panels:a}=t;this.plots=a.map(u=>new Jf(u.title,u.curves.map(d=>({label:d.label,style:d.style,x:mi(d.x),y:mi(d.y),task:d.task})),s,r,o));let l=Je("div","zv-plot-bar"),c=Je("h4","");c.textContent=t.title;let h=tn("log","logarithmic scale",()=>{r.log=!r.log,h.setAttribute("aria-pressed",String(r.log)),this.draw()});h.setAttribute("aria-pressed",String(r.log)),l.append(c,h,tn("all","show everything",()=>this.plots.forEach(u=>u.all())),tn("CSV","save the numbers as CSV",()=>cl(this.csv(),`${t.title.replace(/[^\p{L}\p{N}_.-]+/gu,"_")}.csv`,"text/csv"))),this.box.append(l,...this.plots.map(u=>u.root)),this.seen=new IntersectionObserver(u=>Kf(this,this.open&&u[u.length-1].isIntersecting)),new ResizeObserver(()=>{this.open&&Math.abs(this.box.clientWidth-this.width)>4&&this.draw()}).observe(this.box),Xh(()=>{this.open&&this.draw()})}now(e,t){for(let n of this.plots)n.now(e,t)}draw(){this.width=this.box.clientWidth;for(let e of this.plots)e.make(Math.max(240,this.width))}set(e){if(this.open=e,this.toggle.setAttribute("aria-pressed",String(e)),this.drawn.hidden=e,this.plots.some(t=>t.follows)&&(e?this.seen.observe(this.box):this.seen.unobserve(this.box),y_(this,e)),!e){this.box.remove(),this.plots.forEach(t=>t.destroy());return}this.drawn.after(this.box),this.draw()}csv(){let e=n=>/[",\n]/.test(n)?`"${n.replace(/"/g,'""')}"`:n,t=[["panel","curve",Zh(this.numbers.x),Zh(this.numbers.y)].map(e).join(",")];for(let n of this.plots)for(let s of n.curves)for(let r=0;r<s.x.length;++r)t.push([e(n.panel),e(s.label),s.x[r],s.y[r]].join(","));return t.join(`
`)+`
`}},b_=new WeakMap;async function Qf(i,e=!0){let t=b_.get(i);if(!t){let n=i.querySelector('script[type="text/plain"]'),s=i.querySelector("button[data-explore]");if(!n||!s)return null;t=new jf(i,JSON.parse(await Xo(n.textContent??"")),s),b_.set(i,t)}return t.set(e),t}function ep(i){for(let e of i.querySelectorAll("figure")){let t=e.querySelector(".links"),n=e.querySelector(':scope > script[type="text/plain"]');if(!t||!n||t.querySelector("[data-explore]"))continue;let s=Je("button","",{type:"button","data-explore":"","aria-pressed":"false"});s.textContent="explore",s.addEventListener("click",()=>{Qf(e,s.getAttribute("aria-pressed")!=="true")}),t.prepend(s)}}var M_=new Map;function Kh(i){let e=M_.get(i);return e||(e=new Promise((t,n)=>{let s=document.createElement("script");s.src=i,s.onload=()=>s.zanjirBundle?t(s.zanjirBundle):n(new Error(`${i} holds no motion`)),s.onerror=()=>n(new Error(`${i} is not there or cannot be read`)),document.head.append(s)}).then(Xo),M_.set(i,e)),e}var S_={type:"change"},np={type:"start"},T_={type:"end"},Jh=new xs,w_=new li,_1=Math.cos(70*Tr.DEG2RAD),Tn=new N,ti=2*Math.PI,Ut={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},tp=1e-6,jh=class extends ja{constructor(e,t=null){super(e,t),this.state=Ut.NONE,this.target=new N,this.cursor=new N,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Ys.ROTATE,MIDDLE:Ys.DOLLY,RIGHT:Ys.PAN},this.touches={ONE:$s.ROTATE,TWO:$s.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new N,this._lastQuaternion=new Ln,this._lastTargetPosition=new N,this._quat=new Ln().setFromUnitVectors(e.up,new N(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Eo,this._sphericalDelta=new Eo,this._scale=1,this._panOffset=new N,this._rotateStart=new me,this._rotateEnd=new me,this._rotateDelta=new me,this._panStart=new me,this._panEnd=new me,this._panDelta=new me,this._dollyStart=new me,this._dollyEnd=new me,this._dollyDelta=new me,this._dollyDirection=new N,this._mouse=new me,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=y1.bind(this),this._onPointerDown=x1.bind(this),this._onPointerUp=v1.bind(this),this._onContextMenu=E1.bind(this),this._onMouseWheel=S1.bind(this),this._onKeyDown=w1.bind(this),this._onTouchStart=T1.bind(this),this._onTouchMove=A1.bind(this),this._onMouseDown=b1.bind(this),this._onMouseMove=M1.bind(this),this._interceptControlDown=R1.bind(this),this._interceptControlUp=C1.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ut.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(S_),this.update(),this.state=Ut.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Tn.copy(t).sub(this.target),Tn.applyQuaternion(this._quat),this._spherical.setFromVector3(Tn),this.autoRotate&&this.state===Ut.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ti:n>Math.PI&&(n-=ti),s<-Math.PI?s+=ti:s>Math.PI&&(s-=ti),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Tn.setFromSpherical(this._spherical),Tn.applyQuaternion(this._quatInverse),t.copy(this.target).add(Tn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Tn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new N(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new N(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Tn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Jh.origin.copy(this.object.position),Jh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Jh.direction))<_1?this.object.lookAt(this.target):(w_.setFromNormalAndCoplanarPoint(this.object.up,this.target),Jh.intersectPlane(w_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>tp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>tp||this._lastTargetPosition.distanceToSquared(this.target)>tp?(this.dispatchEvent(S_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?ti/60*this.autoRotateSpeed*e:ti/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Tn.setFromMatrixColumn(t,0),Tn.multiplyScalar(-e),this._panOffset.add(Tn)}_panUp(e,t){this.screenSpacePanning===!0?Tn.setFromMatrixColumn(t,1):(Tn.setFromMatrixColumn(t,0),Tn.crossVectors(this.object.up,Tn)),Tn.multiplyScalar(e),this._panOffset.add(Tn)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Tn.copy(s).sub(this.target);let r=Tn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/t.clientHeight),this._rotateUp(ti*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-ti*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ti*this._rotateDelta.x/t.clientHeight),this._rotateUp(ti*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new me,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function x1(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function y1(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function v1(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(T_),this.state=Ut.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function b1(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case Ys.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ut.DOLLY;break;case Ys.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ut.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ut.ROTATE}break;case Ys.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ut.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ut.PAN}break;default:this.state=Ut.NONE}this.state!==Ut.NONE&&this.dispatchEvent(np)}function M1(i){switch(this.state){case Ut.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ut.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ut.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function S1(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ut.NONE||(i.preventDefault(),this.dispatchEvent(np),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(T_))}function w1(i){this.enabled!==!1&&this._handleKeyDown(i)}function T1(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case $s.ROTATE:if(this.enableRotate===!1){this.state=Ut.NONE;break}this._handleTouchStartRotate(i),this.state=Ut.TOUCH_ROTATE;break;case $s.PAN:if(this.enablePan===!1){this.state=Ut.NONE;break}this._handleTouchStartPan(i),this.state=Ut.TOUCH_PAN;break;default:this.state=Ut.NONE}break;case 2:switch(this.touches.TWO){case $s.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ut.TOUCH_DOLLY_PAN;break;case $s.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ut.TOUCH_DOLLY_ROTATE;break;default:this.state=Ut.NONE}break;default:this.state=Ut.NONE}this.state!==Ut.NONE&&this.dispatchEvent(np)}function A1(i){switch(this._trackPointer(i),this.state){case Ut.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ut.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ut.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ut.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ut.NONE}}function E1(i){this.enabled!==!1&&i.preventDefault()}function R1(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function C1(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var A_=["#440154","#482878","#3e4989","#31688e","#26828e","#1f9e89","#35b779","#6ece58","#b5de2b","#fde725"],E_=`linear-gradient(to right, ${A_.join(", ")})`,Qh=A_.map(i=>new ct(i));function P1(i,e){let t=Math.min(1,Math.max(0,i))*(Qh.length-1),n=Math.min(Qh.length-2,Math.floor(t));return e.copy(Qh[n]).lerp(Qh[n+1],t-n)}var eu=class{constructor(e,t){this.motion=e;this.object=new In;this.bounds=new Fn;this.range=[0,1];this.shape=new Jt;this.surface=null;let n=e.clip.map,s=n.places.map(mi),r=s[0].length;this.places=new Float32Array(3*r);for(let l=0;l<r;++l)for(let c=0;c<3;++c)this.places[3*l+c]=s[c][l];this.colours=new It(new Float32Array(3*r),3),this.shape.setAttribute("position",new It(this.places,3)),this.shape.setAttribute("color",this.colours),this.shape.computeBoundingBox(),this.bounds.copy(this.shape.boundingBox);let o=Yo(n.triangles);if(o.length>0){let l=this.shape.clone();l.setAttribute("position",this.shape.attributes.position),l.setAttribute("color",this.colours),l.setIndex(new It(o,1)),this.surface=new Tt(l,new dr({vertexColors:!0,transparent:!0,opacity:.78,side:yn,depthWrite:!1})),this.object.add(this.surface)}let a=Math.max(1e-9,this.bounds.getSize(new N).length());this.points=new mr(this.shape,new vo({vertexColors:!0,size:o.length>0?a/160:a*Math.max(1/55,.2/Math.cbrt(r))})),this.ring=new Tt(new _r(Math.max(1.2*t,a/70),20,12),new dr({color:Vn().force})),this.object.add(this.points,this.ring),this.colourBy(n.values[0])}colourBy(e){this.value=e===void 0?void 0:this.motion.channel(e);let t=this.value?.values,n=new ct,s=1/0,r=-1/0;t?.forEach(o=>{Number.isFinite(o)&&(s=Math.min(s,o),r=Math.max(r,o))}),s<=r||(s=0,r=1),this.range=[s,r];for(let o=0;o<this.places.length/3;++o){let a=t?t[o]:NaN;Number.isFinite(a)?P1(r>s?(a-s)/(r-s):.5,n):n.set(Vn().base),n.toArray(this.colours.array,3*o)}this.colours.needsUpdate=!0}place(e){return new N().fromArray(this.places,3*e)}mark(e){this.ring.position.copy(this.place(Math.min(e,this.places.length/3-1)))}middle(){let e=this.bounds.getCenter(new N),t=this.places.length/3,n=0,s=1/0;for(let r=0;r<t;++r){let o=this.place(r).distanceTo(e);o<s&&(s=o,n=r)}return n}pick(e){e.params.Points={threshold:this.points.material.size};let t=e.intersectObjects(this.surface?[this.surface,this.points]:[this.points],!1)[0];if(!t)return null;if(t.object===this.points&&t.index!==void 0)return{point:t.index,distance:t.distance};let n=0,s=1/0;for(let r of[t.face.a,t.face.b,t.face.c]){let o=this.place(r).distanceTo(t.point);o<s&&(s=o,n=r)}return{point:n,distance:t.distance}}};var R_=new Map;function Fr(i,e){let t=R_.get(i);return t||R_.set(i,t=e()),t}var iu=i=>i.rotateX(Math.PI/2),yl=(i,e,t=28)=>Fr(`cylinder ${i} ${e} ${t}`,()=>iu(new vs(i,i,e,t))),vl=i=>Fr(`ball ${i}`,()=>new _r(i,28,18)),Ko=(i,e,t)=>Fr(`box ${i} ${e} ${t}`,()=>new Qi(i,e,t)),I1=(i,e)=>Fr(`capsule ${i} ${e}`,()=>iu(new Pa(i,e,8,20)));function L1(i){let e=(i.outline??[]).map(c=>new N(...c)),t=e.reduce((c,h)=>c.add(h),new N).divideScalar(e.length||1),n=new N;e.forEach((c,h)=>n.add(c.clone().sub(t).cross(e[(h+1)%e.length].clone().sub(t)))),n.normalize();let s=e[0].clone().sub(t).normalize(),r=n.clone().cross(s),o=new Mo(e.map(c=>new me(c.clone().sub(t).dot(s),c.clone().sub(t).dot(r)))),a=i.length??.01,l=new Va(o,{depth:a,bevelEnabled:!1});return l.translate(0,0,-a/2),l.applyMatrix4(new wt().makeBasis(s,r,n).setPosition(t))}function C_(i,e){switch(i.shape){case"box":return Ko(...i.size??[1,1,1]);case"cylinder":return yl(i.radius??.01,i.length??.1,40);case"sphere":return vl(i.radius??.01);case"capsule":return I1(i.radius??.01,i.length??.1);case"plate":return L1(i);case"mesh":{let t=e.meshes[i.mesh??0],n=new Jt;n.setAttribute("position",new It(mi(t.positions),3)),n.setIndex(new It(Yo(t.triangles),1));let s=n.toNonIndexed();return s.computeVertexNormals(),s}}}var gi=(i,e={})=>new Xa({color:i,roughness:.5,metalness:.08,...e}),N1=i=>new Ln().setFromUnitVectors(new N(0,0,1),new N(...i).normalize());function P_(i,e,t){let n=new In,s=(o,a)=>{let l=new Tt(o,t);return a&&l.quaternion.copy(N1(a)),l.castShadow=!0,n.add(l),l},r=i.driven?1.25:1;switch(i.type){case"revolute":s(yl(1.7*e*r,3.6*e),i.axes[0]),s(yl(.75*e*r,4.6*e),i.axes[0]);break;case"prismatic":s(Ko(3.4*e*r,3.4*e*r,6.5*e),i.axes[0]);break;case"cylindrical":s(yl(1.9*e*r,6.5*e),i.axes[0]);break;case"universal":s(vl(1.35*e*r)),i.axes.forEach(o=>s(yl(.8*e*r,4.8*e),o));break;case"spherical":s(vl(2*e*r));break;case"planar":s(Ko(9*e,9*e,.6*e),D1(i));break;default:break}return n}function D1(i){let e=new N(...i.axes[0]??[1,0,0]).cross(new N(...i.axes[1]??[0,1,0]));return[e.x,e.y,e.z]}var su=i=>Fr(`rod ${i}`,()=>iu(new vs(i,i,1,16)).translate(0,0,.5));function I_(i){return Fr(`spring ${i}`,()=>{class t extends Kn{constructor(){super()}getPoint(s){let r=Math.min(1,Math.max(0,(s-.08)/.84)),o=i*Math.min(1,12*Math.min(s,1-s));return new N(o*Math.cos(2*Math.PI*9*r),o*Math.sin(2*Math.PI*9*r),s)}}return new Ha(new t,260,.18*i,6)})}var tu=class{constructor(e,t){this.material=t;this.group=new In;this.shaft=new Tt(su(.55*e),t),this.head=new Tt(Fr(`head ${e}`,()=>iu(new Ia(1.5*e,4*e,20))),t),this.group.add(this.shaft,this.head),this.headLength=4*e}along(){return new N(0,0,this.shaft.scale.z+this.headLength*this.head.scale.x).applyQuaternion(this.group.quaternion)}set(e,t,n){let s=t.length()*n;if(this.group.visible=s>.25*this.headLength,!this.group.visible)return;this.group.position.copy(e),this.group.quaternion.setFromUnitVectors(new N(0,0,1),t.clone().normalize());let r=Math.min(this.headLength,.6*s);this.shaft.scale.set(1,1,Math.max(1e-9,s-r)),this.head.scale.setScalar(r/this.headLength),this.head.position.set(0,0,s-r/2)}},nu=class{constructor(e,t,n,s){this.n=e;this.profile=[];for(let c=0;c<12;++c){let h=2*Math.PI*c/12,u=Math.cos(h),d=Math.sin(h),f=Math.sign(u)*Math.abs(u)**.6,p=Math.sign(d)*Math.abs(d)**.6;this.profile.push([.8*t*f,1.25*t*p,u,d])}this.points=new Float32Array(3*e*12),this.normals=new Float32Array(3*e*12);let o=new Jt;o.setAttribute("position",new It(this.points,3)),o.setAttribute("normal",new It(this.normals,3));let a=[];for(let c=0;c+1<e;++c)for(let h=0;h<12;++h){let u=c*12+h,d=c*12+(h+1)%12,f=u+12,p=d+12;a.push(u,d,f,d,p,f)}for(let c=1;c+1<12;++c){a.push(0,c+1,c);let h=(e-1)*12;a.push(h,h+c,h+c+1)}o.setIndex(a),this.mesh=new Tt(o,n),this.mesh.castShadow=!0,this.mesh.frustumCulled=!1;let l=Math.max(1,Math.round((e-1)/6));this.rings=new ji(Ko(.35*t,1.75*t,2.65*t),s,Math.floor((e-1)/l)+1),this.rings.frustumCulled=!1,this.every=l}update(e,t,n,s){let r=this.n,o=7*(r-1),a=new N,l=new Ln,c=new N,h=new N,u=new wt,d=new N(1,1,1),f=0,p=0;for(let _=0;_<r;++_){let m=_/(r-1),g=7*_;for(let b=0;b<3;++b){let S=n?b===0?m*t:0:e[b]+(e[o+b]-e[b])*m;a.setComponent(b,S+(e[g+b]-S)*s)}if(l.set(e[g+4],e[g+5],e[g+6],e[g+3]),s!==1){let b=Math.acos(Math.min(1,Math.abs(l.w))),S=Math.sin(b);S>1e-12&&(h.set(l.x,l.y,l.z).multiplyScalar((l.w<0?-1:1)/S),l.setFromAxisAngle(h,2*b*s))}for(let[b,S,y,R]of this.profile)c.set(0,b,S).applyQuaternion(l).add(a).toArray(this.points,f),c.set(0,y,R).applyQuaternion(l).toArray(this.normals,f),f+=3;_%this.every===0&&p<this.rings.count&&this.rings.setMatrixAt(p++,u.compose(a,l,d))}this.mesh.geometry.attributes.position.needsUpdate=!0,this.mesh.geometry.attributes.normal.needsUpdate=!0,this.rings.instanceMatrix.needsUpdate=!0}centre(e){let t=this.profile.length,n=new N;for(let s=0;s<t;++s)n.add(new N().fromArray(this.points,3*(e*t+s)));return n.divideScalar(t)}};var nr;function ou(){if(nr!==void 0)return nr;try{nr=new bh({antialias:!0,alpha:!0,preserveDrawingBuffer:!0}),nr.shadowMap.enabled=!0,nr.shadowMap.type=yr,nr.toneMapping=Si}catch{nr=null}return nr}function sp(){let i=ou()?.getContext(),e=i?.getExtension("WEBGL_debug_renderer_info");return!!i&&!!e&&/swiftshader|llvmpipe|softpipe|software/i.test(String(i.getParameter(e.UNMASKED_RENDERER_WEBGL)))}var L_=(i,e)=>{i.position.set(e[0],e[1],e[2]),i.quaternion.set(e[4],e[5],e[6],e[3])},N_=i=>Array.from({length:8},(e,t)=>new N(t&1?i.max.x:i.min.x,t&2?i.max.y:i.min.y,t&4?i.max.z:i.min.z)),ru=class{constructor(e,t,n,s){this.data=e;this.motion=t;this.canvas=n;this.shown=s;this.scene=new Vs;this.moving=new In;this.bodies=[];this.beams=[];this.jointObjects=[];this.stretched=[];this.arrows=[];this.traces=[];this.ghosts=null;this.light=new To(16777215,1.9);this.decor=new In;this.perspective=new $n(32,1.6,.01,1e3);this.flat=new xr;this.centre=new N;this.radius=1;this.framed=[];this.followed=new N;this.followedAtStart=new N;this.back=1;this.forceScale={reaction:1,contact:1,load:1};this.cloud=null;this.dirty=!0;this.flatHalf=1;this.up=U1(e),this.camera=this.perspective,this.scene.add(this.moving,this.decor),this.build(Vn()),t.clip.map&&this.scene.add((this.cloud=new eu(t,e.thickness)).object),this.measure(),this.motion.seek(t.begin),this.place(),this.bodies.forEach((r,o)=>{o>0&&this.followed.addScaledVector(r.position,1/(this.bodies.length-1))}),this.followedAtStart.copy(this.followed),this.back=this.radius,this.setView(e.plane?"front":"corner"),this.update(t.begin)}build(e){let t=this.data.thickness,n=0,s=this.data.bodies.map((r,o)=>o===0||r.made?e.base:e.bodies[n++%e.bodies.length]);for(let r of this.data.elastic){let o=this.data.bodies[r.body].name;this.data.bodies.forEach((a,l)=>{a.made&&a.name.startsWith(o+"@")&&(s[l]=s[r.body])})}this.data.bodies.forEach((r,o)=>{let a=new In;a.name=r.name||`body ${o}`,this.bodies.push(a),this.moving.add(a)});for(let r of this.data.shapes){let o=r.body===0&&r.generated,a=gi(r.colour??s[r.body],o?{transparent:!0,opacity:.55}:{});r.shape==="plate"&&r.generated&&!o&&Object.assign(a,{transparent:!0,opacity:.8}),(r.shape==="plate"||r.shape==="mesh")&&(a.side=yn);let c=new Tt(C_(r,this.data),a);if(L_(c,r.at),c.castShadow=c.receiveShadow=!0,c.userData.body=this.data.bodies[r.body].name,r.solid&&r.radius&&(r.shape==="sphere"||r.shape==="cylinder")){let h=r.radius,u=r.shape==="sphere"?new Ga(.985*h,.05*h,8,40):new Qi(1.9*h,.12*h,1.06*(r.length??0));c.add(new Tt(u,gi(e.metal)))}this.bodies[r.body].add(c)}this.data.elastic.forEach(r=>{let o=new nu(r.stations,t,gi(s[r.body]),gi(e.metal));o.mesh.userData.body=this.data.bodies[r.body].name,this.bodies[r.body].add(o.mesh,o.rings),this.beams.push(o)}),this.data.contacts.forEach((r,o)=>{if(r.radius===0){let a=new Tt(vl(.55*t),gi(e.metal));a.position.set(...r.at),a.userData.body=this.data.bodies[r.body].name,this.bodies[r.body].add(a)}this.addArrow("contact",r.name,o,e.contact)}),this.data.joints.forEach((r,o)=>this.addJoint(r,o,e));for(let r of this.data.lines){let o=r.kind==="spring",a=new Tt(o?I_(2.2*t):su(r.kind==="damper"?1.3*t:.7*t),gi(o?e.soft:e.metal));a.castShadow=!0,a.name=r.name,this.stretch(a,r.a,r.p_a,r.b,r.p_b)}this.data.loads.forEach((r,o)=>this.addArrow("load",r.name,o,e.force)),this.addLights(e)}addJoint(e,t,n){let s=this.data.thickness,r=gi(e.driven?n.driven:n.metal,{metalness:.25,roughness:.4}),o=P_(e,s,r),a=e.type==="planar"&&e.parent===0;if(o.children.length>0&&!a&&(L_(o,e.at_child),o.name=e.name,o.traverse(h=>h.userData.joint=e.name),this.bodies[e.child].add(o),this.jointObjects.push({name:e.name,object:o,material:r,driven:e.driven})),e.type==="prismatic"||e.type==="cylindrical"){let h=new Tt(su(.8*s),gi(n.base));h.name=e.name+" rail",h.castShadow=!0,this.stretch(h,e.parent,e.at_parent,e.child,e.at_child,5*s)}let l=this.data.shapes.some(h=>h.body===0);if(!["free","planar","weld"].includes(e.type)&&(e.parent===0||e.child===0)&&!l){let h=e.parent===0?e.at_parent:e.at_child,u=new Tt(new vs(1.1*s,3.2*s,4.2*s,4,1).rotateY(Math.PI/4),gi(n.base));u.quaternion.setFromUnitVectors(new N(0,1,0),this.up),u.position.set(h[0],h[1],h[2]).addScaledVector(this.up,-2.3*s),u.castShadow=u.receiveShadow=!0;let d=new Tt(Ko(8*s,.7*s,8*s),u.material);d.position.y=-2.3*s,u.add(d),this.bodies[0].add(u)}e.type!=="free"&&this.addArrow("reaction",e.name,t,n.force)}addArrow(e,t,n,s){let r=new tu(this.data.thickness,gi(s,{emissive:new ct(s),emissiveIntensity:.25}));r.group.visible=!1,this.arrows.push({arrow:r,kind:e,name:t,index:n}),this.scene.add(r.group)}stretch(e,t,n,s,r,o=0){this.stretched.push({object:e,a:t,pa:new N(n[0],n[1],n[2]),b:s,pb:new N(r[0],r[1],r[2]),beyond:o}),this.moving.add(e)}addLights(e){this.scene.add(new Za(16777215,e.dark?3159613:12174028,e.dark?1.5:1.75));let t=new To(14674687,.45);t.position.set(-1,-2,.5),this.light.castShadow=!sp(),this.light.shadow.mapSize.set(1024,1024),this.light.shadow.radius=5,this.light.shadow.intensity=e.dark?.42:.2,this.light.shadow.normalBias=.6*this.data.thickness,this.scene.add(this.light,this.light.target,t)}measure(){let e=new Fn,t=new Fn,n=this.motion.t.length,s=Math.min(n,40),r=new N,o=[],a=0;for(let f=0;f<s;++f){this.motion.seek(this.motion.t[s>1?Math.floor(f*(n-1)/(s-1)):0]),this.place(),this.moving.updateMatrixWorld(!0);let p=new Fn;this.moving.traverse(_=>{if(!(_ instanceof Tt)||_ instanceof ji||!_.visible)return;let m=_.geometry;this.beams.some(g=>g.mesh===_)&&m.computeBoundingBox(),m.boundingBox||m.computeBoundingBox();for(let g of N_(m.boundingBox))p.expandByPoint(g.applyMatrix4(_.matrixWorld)),o.push(g)}),p.isEmpty()&&p.expandByPoint(r.set(0,0,0)),f===0&&(t.copy(p),a=o.length),e.union(p)}this.cloud&&(e.union(this.cloud.bounds),o.push(...N_(this.cloud.bounds)));let l=t.getSize(new N).length()||this.data.size,c=e.getSize(new N).length()||l,h=c>3.5*l&&!this.cloud;this.shown.follow=h;let u=h?t:e;u.getCenter(this.centre),this.framed=o.slice(0,h?a:o.length).map(f=>f.sub(this.centre)),this.radius=Math.max(.5*u.getSize(new N).length(),.25*this.data.size,1e-6);let d=new Fn().copy(e);this.addFloor(d,h?.5*c:this.radius),this.measureForces()}addFloor(e,t){let n=Vn(),s=(c,h,u,d)=>{let f=new In;f.position.copy(c),f.quaternion.setFromUnitVectors(new N(0,0,1),h);let p=F1(this.radius/3),_=new Tt(new bs(2*u,2*u),O1(n,p,Math.min(u,2.4*Math.max(this.radius,t))));if(f.add(_),d){let g=new Tt(new bs(2*u,2*u),gi(n.base,{transparent:!0,opacity:.16,side:yn,depthWrite:!1}));g.position.z=-.002*this.radius,f.add(g)}let m=new Tt(new bs(2*u,2*u),new Wa({opacity:1,transparent:!0}));m.receiveShadow=!0,f.add(m),this.decor.add(f)};if(this.data.grounds.length>0){for(let c of this.data.grounds){for(let d of c.surface){let f=new Jt;f.setAttribute("position",new It(mi(d.positions),3)),f.setIndex(new It(Yo(d.triangles),1));let p=f.attributes.position.count>16?f:f.toNonIndexed();p.computeVertexNormals();let _=new Tt(p,gi(n.base,{side:yn,roughness:.9}));_.receiveShadow=!0,this.decor.add(_)}if(c.surface.length>0)continue;let h=new N(...c.normal).normalize(),u=e.getCenter(new N);u.addScaledVector(h,-h.dot(u.clone().sub(new N(...c.point)))),s(u,h,1.3*Math.max(t,this.radius),!0)}return}let r=[0,1,2,3,4,5,6,7].map(c=>new N(c&1?e.max.x:e.min.x,c&2?e.max.y:e.min.y,c&4?e.max.z:e.min.z)),o=this.data.plane?ip(this.data.plane):this.up,a=Math.min(...r.map(c=>c.dot(o))),l=e.getCenter(new N);l.addScaledVector(o,a-l.dot(o)-(this.data.plane?2.5:.5)*this.data.thickness),s(l,o,3*Math.max(t,this.radius),!1)}measureForces(){let e={reaction:[],contact:[],load:[]},t=new Float64Array(3);for(let{kind:n,name:s,index:r}of this.arrows)for(let o=0;o<60;++o){let a=this.motion.begin+this.motion.duration*o/59;this.force(n,s,r,a,t)&&e[n].push(Math.hypot(t[0],t[1],t[2]))}for(let n of["reaction","contact","load"]){let s=e[n].filter(o=>o>0).sort((o,a)=>o-a),r=s.length;this.forceScale[n]=r>0?.45*this.data.size/Math.max(s[Math.floor(.9*(r-1))],s[r-1]/3):0}}force(e,t,n,s,r){if(e==="reaction")return this.motion.vector(t+".reaction.force",s,r);if(e==="load")return this.motion.seek(s),r.set(this.motion.loads[n]),!0;let o=this.motion.channel(t+".normal_force");if(!o)return!1;let a=this.motion.at(o,s),l=this.motion.normals[n];l&&l.length>0&&this.motion.seek(s);let c=l&&l.length>0?l:this.data.grounds[this.data.contacts[n].ground].normal;this.motion.vector(t+".friction",s,r)||r.fill(0);for(let h=0;h<3;++h)r[h]+=a*c[h];return Number.isFinite(a)}place(){let e=this.motion.poses;this.bodies.forEach((r,o)=>{r.position.set(e[7*o],e[7*o+1],e[7*o+2]),r.quaternion.set(e[7*o+4],e[7*o+5],e[7*o+6],e[7*o+3])}),this.beams.forEach((r,o)=>r.update(this.motion.sections[o],this.data.elastic[o].length,this.data.elastic[o].free_end,this.shown.magnify));let t=new N,n=new N,s=new N(0,0,1);for(let r of this.stretched){t.copy(r.pa).applyQuaternion(this.bodies[r.a].quaternion).add(this.bodies[r.a].position),n.copy(r.pb).applyQuaternion(this.bodies[r.b].quaternion).add(this.bodies[r.b].position).sub(t);let o=n.length();o>1e-12&&(n.divideScalar(o),r.object.quaternion.setFromUnitVectors(s,n)),r.object.position.copy(t).addScaledVector(n,o>1e-12?-r.beyond:0),r.object.scale.set(1,1,Math.max(o+2*r.beyond,1e-9))}}update(e){this.motion.seek(e),this.place();let t=new Float64Array(3),n=new N,s=new N;for(let{arrow:o,kind:a,name:l,index:c}of this.arrows){let h=a==="reaction"?this.shown.reactions||this.shown.selected===l:a==="contact"?this.shown.contactForces:this.shown.loads;if(o.group.visible=!1,!h||!this.forceScale[a]||!this.force(a,l,c,e,t))continue;let u=a==="reaction"?this.data.joints[c]:a==="contact"?this.data.contacts[c]:this.data.loads[c],d="child"in u?u.child:u.body,f="child"in u?u.at_child:u.at;if(s.set(f[0],f[1],f[2]).applyQuaternion(this.bodies[d].quaternion).add(this.bodies[d].position),a==="contact"){let p=new Float64Array(3);this.motion.vector(l+".point",e,p)?s.set(p[0],p[1],p[2]):s.addScaledVector(new N(...this.data.grounds[this.data.contacts[c].ground].normal),-this.data.contacts[c].radius)}o.set(s,n.set(t[0],t[1],t[2]),this.forceScale[a]*this.shown.arrowScale)}this.motion.seek(e);let r=$o(this.motion.t,e);for(let o of this.traces)o.past.geometry.setDrawRange(0,r+1);this.cloud?.mark(r),this.followTo(),this.dirty=!0}followTo(){let e=new N,t=0;if(this.bodies.forEach((o,a)=>{a>0&&(e.add(o.position),++t)}),t===0)return;e.divideScalar(t);let n=e.clone().sub(this.followed);this.followed.copy(e);let s=this.radius;this.bodies.forEach((o,a)=>{a>0&&(s=Math.max(s,1.15*o.position.distanceTo(e)))});let r=s/this.back;this.back=s,this.shown.follow&&(this.camera.position.sub(this.controls.target).multiplyScalar(r).add(this.controls.target).add(n),this.camera.far=Math.max(this.camera.far,4*s+2*this.camera.position.distanceTo(this.controls.target)),this.camera===this.flat&&(this.flat.zoom/=r),this.controls.target.add(n),this.light.position.add(n),this.light.target.position.add(n))}select(e){this.shown.selected=e;let t=Vn();for(let n of this.jointObjects)n.material.emissive.set(n.name===e?t.force:"#000000"),n.material.emissiveIntensity=n.name===e?.7:0;this.dirty=!0}remakeTraces(){for(let n of this.traces)this.scene.remove(n.past,n.all),n.past.geometry.dispose();this.traces=[];let e=Vn(),t=0;for(let n of this.data.points){if(!this.shown.traces.has(n.name))continue;let s=new Jt,r=new Jt,o=new It(this.motion.path(n.body,n.at),3);s.setAttribute("position",o),r.setAttribute("position",o);let a=t===0?e.trace:e.curves[t%e.curves.length];++t;let l=new pr(s,new fr({color:a})),c=new pr(r,new fr({color:a,transparent:!0,opacity:.28}));l.frustumCulled=c.frustumCulled=!1,this.scene.add(l,c),this.traces.push({past:l,all:c})}this.dirty=!0}remakeGhosts(e){if(this.ghosts&&this.scene.remove(this.ghosts),this.ghosts=null,this.dirty=!0,!this.shown.ghosts)return;this.ghosts=new In;let t=7;for(let n=0;n<t;++n){this.motion.seek(this.motion.begin+this.motion.duration*n/(t-1)),this.place();let s=this.moving.clone(!0);s.traverse(r=>{if(r instanceof ji||this.beams.some(o=>r instanceof Tt&&r.geometry===o.mesh.geometry))r.visible=!1;else if(r instanceof Tt){let o=r.material.clone();Object.assign(o,{transparent:!0,opacity:.07+.09*(n/(t-1)),depthWrite:!1}),r.material=o,r.castShadow=r.receiveShadow=!1}}),this.beams.forEach(r=>{let o=r.mesh.geometry.clone(),a=r.mesh.material.clone();Object.assign(a,{transparent:!0,opacity:.15,depthWrite:!1});let l=new Tt(o,a);r.mesh.parent.updateMatrixWorld(!0),l.applyMatrix4(r.mesh.parent.matrixWorld),s.add(l)}),this.ghosts.add(s)}this.scene.add(this.ghosts),this.update(e)}setView(e){let t=this.up.clone(),n=this.data.plane?ip(this.data.plane):null,s=new N,r=new N;n?r.copy(n):r.copy(Math.abs(t.z)>.5?new N(0,-1,0):new N(0,0,1)),s.crossVectors(t,r).normalize();let o={front:r.clone(),side:s.clone(),top:t.clone().addScaledVector(r,.02),corner:r.clone().addScaledVector(s,.62).addScaledVector(t,.55)}[e];e==="front"&&n&&this.camera===this.perspective&&o.addScaledVector(s,.16).addScaledVector(t,.1),this.look(o.normalize())}look(e){let t=this.fitting(e),n=t.middle,s=t.distance*(this.shown.follow?this.back/this.radius:1),r=this.centre.clone().add(n);this.shown.follow&&r.add(this.followed).sub(this.followedAtStart);for(let h of[this.perspective,this.flat])h.up.copy(this.up),h.position.copy(r).addScaledVector(e,s),h.near=s/100,h.far=s*30+100*this.radius;this.flat.zoom=t.distance/s,this.makeControls(r.clone());let o=new N().crossVectors(this.up,e);this.light.target.position.copy(r);let a=this.data.plane?ip(this.data.plane):this.up;this.light.position.copy(r).addScaledVector(a,4*this.radius).addScaledVector(this.up,1.3*this.radius).addScaledVector(e,.8*this.radius).addScaledVector(o,-1.1*this.radius);let l=this.light.shadow.camera,c=1.7*this.radius;Object.assign(l,{left:-c,right:c,top:c,bottom:-c,near:.1*this.radius,far:12*this.radius}),l.updateProjectionMatrix(),this.dirty=!0}fitting(e){let t=new N().crossVectors(this.up,e).normalize(),n=new N().crossVectors(e,t),s=Math.tan(32*Math.PI/360),r=s*Math.max(1,this.canvas.clientWidth/Math.max(1,this.canvas.clientHeight)||1.6),o=[1/0,1/0],a=[-1/0,-1/0];for(let f of this.framed)[f.dot(t),f.dot(n)].forEach((p,_)=>{o[_]=Math.min(o[_],p),a[_]=Math.max(a[_],p)});this.framed.length===0&&(o.fill(0),a.fill(0));let[l,c]=[0,1].map(f=>(o[f]+a[f])/2),[h,u]=[0,1].map(f=>(a[f]-o[f])/2),d=1.2*this.radius;for(let f of this.framed)d=Math.max(d,f.dot(e)+Math.max(Math.abs(f.dot(t)-l)/r,Math.abs(f.dot(n)-c)/s));return this.flatHalf=1.15*Math.max(u,h*s/r,.3*this.radius),{distance:1.1*d,middle:t.multiplyScalar(l).addScaledVector(n,c)}}makeControls(e){this.controls?.dispose(),this.controls=new jh(this.camera,this.canvas),this.controls.target.copy(e),this.controls.addEventListener("change",()=>this.dirty=!0),this.controls.listenToKeyEvents=()=>{},this.controls.enableZoom=!1,this.controls.update()}setOrthographic(e){let t=e?this.flat:this.perspective,n=this.camera;t.position.copy(n.position),t.quaternion.copy(n.quaternion);let s=this.controls.target.clone();this.camera=t,this.makeControls(s),this.dirty=!0}get orthographic(){return this.camera===this.flat}draw(e,t,n){let s=ou(),r=this.canvas.getContext("2d");if(!s||!r||e<2||t<2)return;let o=Math.round(e*n),a=Math.round(t*n);(this.canvas.width!==o||this.canvas.height!==a)&&Object.assign(this.canvas,{width:o,height:a}),s.setPixelRatio(1);let l=s.getSize(new me);(l.x<o||l.y<a)&&s.setSize(Math.max(o,l.x),Math.max(a,l.y),!1),s.setViewport(0,0,o,a),s.setScissor(0,0,o,a),s.setScissorTest(!0),this.perspective.aspect=o/a,this.perspective.fov=o<a?Math.min(60,2*Math.atan(Math.tan(32*Math.PI/360)*(a/o))*180/Math.PI):32;let c=this.flatHalf*Math.max(1,a/o);Object.assign(this.flat,{left:-c*o/a,right:c*o/a,top:c,bottom:-c}),this.perspective.updateProjectionMatrix(),this.flat.updateProjectionMatrix(),s.setClearColor(Vn().stage,1),s.render(this.scene,this.camera),r.drawImage(s.domElement,0,s.domElement.height-a,o,a,0,0,o,a),this.dirty=!1}setShadows(e){this.light.castShadow=e,this.dirty=!0}pick(e,t){let n=new Ja;this.scene.updateMatrixWorld(!0),n.setFromCamera(new me(e,t),this.camera);let s=n.intersectObjects(this.jointObjects.map(a=>a.object),!0);if(s.length>0)return{joint:s[0].object.userData.joint};let r=n.intersectObjects(this.bodies,!0).filter(a=>a.object.userData.body),o=this.cloud?.pick(n);return o&&(r.length===0||o.distance<=r[0].distance)?{point:o.point}:r.length>0?{body:r[0].object.userData.body}:{}}jointOnScreen(e){let t=this.jointObjects.find(s=>s.name===e);if(!t)return null;this.scene.updateMatrixWorld(!0),this.camera.updateMatrixWorld();let n=t.object.getWorldPosition(new N).project(this.camera);return[n.x,n.y]}bodyPosition(e){return this.bodies[e].position.toArray()}bodyTurn(e){let t=this.bodies[e].quaternion;return[t.w,t.x,t.y,t.z]}stationPosition(e,t){let n=this.bodies[this.data.elastic[e].body];return this.beams[e].centre(t).applyQuaternion(n.quaternion).add(n.position).toArray()}pointOnScreen(e){if(!this.cloud)return null;this.camera.updateMatrixWorld();let t=this.cloud.place(e).project(this.camera);return[t.x,t.y]}arrowOf(e){let t=this.arrows.find(n=>n.kind==="reaction"&&n.name===e&&n.arrow.group.visible);return t?[t.arrow.group.position.toArray(),t.arrow.along().toArray()]:null}arrowsShown(){return this.arrows.filter(e=>e.arrow.group.visible).length}nodes(){return[...this.bodies,...this.stretched.map(e=>e.object)]}dispose(){this.controls.dispose(),this.scene.traverse(e=>{if(e instanceof Tt||e instanceof pr||e instanceof mr)for(let t of[e.material].flat())t.dispose()})}};function ip(i){return i==="xy"?new N(0,0,1):i==="yz"?new N(1,0,0):new N(0,-1,0)}function U1(i){if(i.plane)return i.plane==="xy"?new N(0,1,0):new N(0,0,1);let e=new N(...i.gravity);if(e.length()===0)return new N(0,0,1);e.normalize().negate();for(let t of[new N(0,0,1),new N(0,1,0),new N(1,0,0)])if(Math.abs(e.dot(t))>.9)return t.multiplyScalar(Math.sign(e.dot(t)));return e}function F1(i){let e=10**Math.floor(Math.log10(i));return e*(i/e>=5?5:i/e>=2?2:1)}function O1(i,e,t){return new Mi({transparent:!0,depthWrite:!1,side:yn,uniforms:{colour:{value:new ct(i.grid)},step:{value:e},reach:{value:t}},vertexShader:"varying vec2 at; void main(){ at = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",fragmentShader:`varying vec2 at; uniform vec3 colour; uniform float step; uniform float reach;
      float line(float s){ vec2 w = fwidth(at / s); vec2 d = abs(fract(at / s - 0.5) - 0.5) / max(w, vec2(1e-6)); return (1.0 - min(min(d.x, d.y), 1.0)) * (1.0 - smoothstep(0.2, 0.5, max(w.x, w.y))); }
      void main(){ float fade = 1.0 - smoothstep(0.35 * reach, reach, length(at)); float a = max(0.5 * line(step), 0.9 * line(5.0 * step)) * fade; if (a < 0.004) discard; gl_FragColor = vec4(colour, a);
      #include <colorspace_fragment>
      }`})}var D_=[.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100],B1=0,Or=[],z1=24,U_=0;function F_(i){let e=performance.now();for(let t=0;t<Or.length;++t){let n=(U_+t)%Or.length;if(Or[n].frame(i),performance.now()-e>z1){U_=n+1;break}}requestAnimationFrame(F_)}var bl=class{constructor(e,t){this.root=e;this.stage=null;this.plots=[];this.time=0;this.playing=!1;this.speed=1;this.loop=!0;this.frameWork=[];this.sync=`zanjir ${++B1}`;this.canvas=Je("canvas","zv-canvas",{tabindex:"0",role:"img"});this.stageBox=Je("div","zv-stage");this.place=Je("div","zv-place");this.caption=Je("span","zv-caption");this.scrub=Je("input","zv-scrub",{type:"range",min:"0",max:"1",step:"any",value:"0","aria-label":"time"});this.marks=Je("div","zv-marks",{"aria-hidden":"true"});this.clock=Je("output","zv-clock");this.playButton=tn("","play",()=>this.toggle(),"zv-button zv-play");this.settings=Je("details","zv-settings");this.plotBox=Je("div","zv-plots");this.note=Je("p","zv-note");this.said=Je("p","zv-said",{role:"status","aria-live":"polite"});this.views=Je("div","zv-views",{role:"group","aria-label":"camera"});this.scale=Je("div","zv-scale",{hidden:""});this.jointBox=Je("span","");this.addPlotBox=Je("span","");this.visible=!1;this.last=0;this.shadows=!sp();this.ratio=1;this.recording=!1;this.drawn=!1;this.seen=new IntersectionObserver(e=>this.visible=e[e.length-1].isIntersecting);this.placeSeen=new IntersectionObserver(e=>{this.inPlace=e[e.length-1].isIntersecting,this.stayInSight()});this.sized=new ResizeObserver(()=>this.resized());this.pressed=[0,0];this.clipIndex=0;this.pinned=!1;this.inPlace=!0;this.unwanted=!1;this.bundle=Xf(t),this.card=e.dataset.size==="card",this.choices=[...this.bundle.clips.map((n,s)=>({name:n.name,title:n.title,clip:s})),...(this.bundle.more??[]).map(n=>({...n,clip:-1}))],this.speedChoice=Ur("speed",D_.map(n=>({value:String(n),text:`${n}\xD7`})),n=>this.speed=Number(n)),this.lay(),this.show(0),this.card||(this.canvas.addEventListener("pointerdown",n=>this.pressed=[n.clientX,n.clientY]),this.canvas.addEventListener("click",n=>this.clicked(n)),this.root.addEventListener("keydown",n=>this.key(n)),this.canvas.addEventListener("focus",()=>this.allowZoom(!0)),this.canvas.addEventListener("blur",()=>this.allowZoom(!1))),this.seen.observe(this.root),this.card||(this.placeSeen.observe(this.place),__(this)),this.sized.observe(this.root),Xh(()=>this.show(this.clipIndex)),Yf()||this.begin(),Or.push(this),Or.length===1&&requestAnimationFrame(F_)}remove(){this.pause(),Or.splice(Or.indexOf(this),1),this.seen.disconnect(),this.sized.disconnect(),this.placeSeen.disconnect(),this.stage?.dispose(),this.root.remove()}lay(){if(this.root.classList.add("zv",this.card?"zv-card":"zv-full"),this.stageBox.append(this.canvas),this.card){this.canvas.tabIndex=-1,this.root.replaceChildren(this.stageBox);return}if(this.choices.length>1){let u=Je("div","zv-top"),d=Je("label","zv-label"),f=Ur("which motion",this.choices.map((p,_)=>({value:String(_),text:p.title})),p=>{this.take(Number(p))});f.classList.add("zv-clips"),d.append(document.createTextNode("motion "),f),u.append(d),this.root.append(u)}let e=(u,d,f)=>tn(u,d,()=>this.stage?.setView(f)),t=tn("\u229E","without perspective",()=>{this.stage?.setOrthographic(!this.stage.orthographic),t.setAttribute("aria-pressed",String(this.stage?.orthographic??!1))});t.setAttribute("aria-pressed","false"),this.views.append(e("3D","from a corner","corner"),e("front","from the front","front"),e("side","from the side","side"),e("top","from above","top"),t);let n=Je("div","zv-pin"),s=tn("\u23EF","play or pause",()=>this.toggle());n.append(this.caption,s,tn("\xD7","put the picture back",()=>{this.unwanted=!0,this.stayInSight()})),this.stageBox.append(this.views,this.said,this.scale,n),this.place.append(this.stageBox);let r=Je("div","zv-controls"),o=tn("","to the event before",()=>this.toEvent(-1)),a=tn("","to the next event",()=>this.toEvent(1)),l=tn("","again and again",()=>{this.loop=!this.loop,l.setAttribute("aria-pressed",String(this.loop))});Dr(o,"back"),Dr(a,"forth"),Dr(l,"loop"),Dr(this.playButton,"play"),l.setAttribute("aria-pressed","true");let c=Je("div","zv-track");c.append(this.marks,this.scrub),this.scrub.addEventListener("input",()=>this.seek(this.motion.begin+Number(this.scrub.value)*this.motion.duration)),r.append(o,this.playButton,a,c,this.clock,this.speedChoice,l);let h=Je("summary","");h.textContent="show, measure, save",this.settings.append(h),this.root.append(this.place,r,this.note,this.settings,this.plotBox)}async choose(e){let t=this.choices.findIndex(n=>n.name===e);return t<0||!await this.take(t)?!1:(this.begin(),!0)}async take(e){let t=this.choices[e],n=this.root.querySelector(".zv-clips");try{if(t.clip<0&&this.add(Xf(await Kh(t.file)),t.file),t.clip<0)throw new Error(`${t.file} does not hold it`)}catch(s){return this.say(`${t.name} cannot be shown: ${s instanceof Error?s.message:String(s)}`),n&&(n.value=String(this.choices.findIndex(r=>r.clip===this.clipIndex))),!1}return n&&(n.value=String(e)),this.say(""),this.show(t.clip),!0}add(e,t){let{scenes:n,clips:s}=this.bundle,r=n.length;n.push(...e.scenes);for(let o of e.clips){let a=this.choices.find(l=>l.clip<0&&l.file===t&&l.name===o.name);a&&(a.clip=s.push({...o,scene:o.scene+r})-1)}}get at(){let{clip:e}=this.motion;return e.walk||e.map||e.abscissa.unit!=="s"?null:{task:e.name,t:this.time}}async goTo(e,t){let n=this.choices.findIndex(s=>s.name===e);return n<0||this.motion.clip.name!==e&&!await this.take(n)?!1:(this.pause(),this.seek(t),!0)}stayInSight(){xl.size===0&&(this.unwanted=!1);let e=!this.inPlace&&xl.size>0&&!this.unwanted;e!==this.pinned&&(this.place.style.minHeight=e?`${this.place.clientHeight}px`:"",this.pinned=e,this.stageBox.classList.toggle("zv-pinned",e),this.stage&&(this.stage.dirty=!0))}show(e){let t=this.playing,n=this.stage!==null&&e===this.clipIndex,s=this.time;this.clipIndex=e;let r=this.bundle.clips[e],o=this.bundle.scenes[r.scene];this.stage?.dispose(),this.motion=new Gh(r);let a={traces:new Set(o.points.filter(h=>h.traced&&!r.map).map(h=>h.name)),reactions:!1,contactForces:!0,loads:!0,ghosts:!1,magnify:1,arrowScale:1,follow:!1,selected:null};this.canvas.setAttribute("aria-label",`${o.name}: ${o.bodies.filter(h=>!h.made).length-1} bodies, ${o.joints.length} joints, in motion. Space plays, arrow keys step.`),this.stage=new ru(o,this.motion,this.canvas,a),this.stage.remakeTraces(),ou()||(this.stageBox.dataset.problem="This browser draws no three-dimensional pictures (WebGL is off); the plots below work all the same."),this.fillScale(),this.note.textContent=r.note,this.note.hidden=r.note==="";let l=this.motion.duration,c=l>15?l/10:l<1.2&&l>0?l/4:1;this.speed=D_.reduce((h,u)=>Math.abs(Math.log(u/c))<Math.abs(Math.log(h/c))?u:h,1),this.speedChoice.value=String(this.speed),this.marks.replaceChildren(...l>0?r.events.slice(0,400).map(h=>{let u=Je("i","");return u.style.left=`${100*(h.t-this.motion.begin)/l}%`,u.title=`${h.name} ${h.what}`,u}):[]),this.card||(this.fillSettings(o),this.firstPlots()),this.seek(n?s:this.start),r.map&&!n?this.pause():t&&l>0&&this.play(),this.resized()}fillSettings(e){let t=this.stage,n=t.shown,s=Je("div","zv-grid"),r=()=>t.update(this.time),o=this.motion.channels.some(c=>c.name.includes(".reaction.force."));if(o&&s.append(Zo("reaction forces",n.reactions,c=>{n.reactions=c,r()})),e.contacts.length>0&&s.append(Zo("contact forces",n.contactForces,c=>{n.contactForces=c,r()})),e.loads.length>0&&s.append(Zo("loads",n.loads,c=>{n.loads=c,r()})),(o||e.contacts.length+e.loads.length>0)&&s.append($f("length of arrows",-1,1,.05,0,c=>`${(10**c).toPrecision(2)}\xD7`,c=>{n.arrowScale=10**c,r()})),s.append(Zo("ghosts",n.ghosts,c=>{n.ghosts=c,t.remakeGhosts(this.time)}),Zo("camera follows",n.follow,c=>{n.follow=c,r()})),e.elastic.length>0&&s.append($f("bending drawn larger",0,3,.05,0,c=>`${Number((10**c).toPrecision(2))}\xD7`,c=>{n.magnify=10**c,n.ghosts&&t.remakeGhosts(this.time),r()})),e.points.length>0){let c=Je("label","zv-label");c.append(document.createTextNode("trace "),Ur("trace of a point",[{value:"",text:"none"},{value:"*",text:"all frames"},...e.points.map(h=>({value:h.name,text:h.name}))],h=>{n.traces=new Set(h==="*"?e.points.filter(u=>!u.name.endsWith("(mass centre)")).map(u=>u.name):h?[h]:[]),t.remakeTraces(),r()})),c.querySelector("select").value=[...n.traces][0]??"",s.append(c)}if(this.jointBox.replaceChildren(),e.joints.length>0){let c=Je("label","zv-label");c.append(document.createTextNode("joint "),Ur("reaction of a joint",[{value:"",text:"none"},...e.joints.filter(h=>h.type!=="free").map(h=>({value:h.name,text:`${h.name} (${h.type})`}))],h=>this.select(h||null))),this.jointBox.append(c)}if(s.append(this.jointBox),t.cloud&&this.motion.clip.map.values.length>1){let c=Je("label","zv-label");c.append(document.createTextNode("colour of the map "),Ur("colour of the map",this.motion.clip.map.values.map(h=>({value:h,text:h})),h=>{t.cloud.colourBy(h),this.fillScale(),t.dirty=!0})),s.append(c)}this.addPlotBox.replaceChildren();let a=Yh(this.motion);if(a.length>0){let c=Je("label","zv-label"),h=Ur("add a plot",[{value:"",text:"choose\u2026"},...a.map((u,d)=>({value:String(d),text:`${u.title} [${u.unit}]`}))],u=>{u&&this.addPlot(a[Number(u)]),h.value=""});c.append(document.createTextNode("add a plot "),h),this.addPlotBox.append(c)}s.append(this.addPlotBox);let l=Je("div","zv-saves");if(l.append(tn("PNG","save the picture as PNG",()=>this.savePng()),tn("WebM",Th()?"save a video as WebM":"this browser records no video",()=>{this.saveVideo()}),tn("glTF","save the mechanism with its motion as glTF",()=>{this.saveGltf()})),s.append(l),this.settings.replaceChildren(this.settings.firstElementChild,s),this.motion.standsFor>1){let c=Je("p","zv-note");c.textContent=`The recording is long: each point of a curve is the smallest or largest of ${this.motion.standsFor} samples.`,s.append(c)}}fillScale(){let e=this.stage?.cloud,t=e?.value;if(this.scale.hidden=!t,!e||!t)return;let n=Je("i",""),s=Je("span",""),r=Je("span",""),o=Je("span","");n.style.background=E_,s.textContent=t.unit==="1"?t.name:`${t.name} [${t.unit}]`,r.textContent=is(e.range[0]),o.textContent=is(e.range[1]),this.scale.replaceChildren(s,r,n,o)}toPoint(e){this.pause(),this.seek(this.motion.t[e]);let t=this.motion.channels.filter(s=>!this.motion.clip.map.values.includes(s.name)),n=this.stage?.cloud?.value;this.say([...t,...n?[n]:[]].map(s=>`${s.name} = ${is(s.values[e])}${s.unit==="1"?"":" "+s.unit}`).join(", "))}firstPlots(){if(this.plots.forEach(r=>r.destroy()),this.plots=[],this.motion.clip.map)return;let e=Yh(this.motion),t=["coordinates","modes","energy","forces of actuators"],n=r=>t.findIndex(o=>r.title===o||r.title===o+" 1"),s=[...e].filter(r=>n(r)>=0).sort((r,o)=>n(r)-n(o)).slice(0,2);for(let r of s.length>0?s:e.slice(0,1))this.addPlot(r,!1)}addPlot(e,t=!0){let n=this.plots.find(r=>r.group.title===e.title&&r.group.unit===e.unit);if(n)return t&&n.root.scrollIntoView({block:"nearest",behavior:Yf()?"auto":"smooth"}),n;let s=new qh(e,this.motion,this.sync,r=>{this.pause(),this.seek(r)},()=>{s.destroy(),this.plots=this.plots.filter(r=>r!==s),this.resized()});return this.plots.push(s),this.plotBox.append(s.root),this.resized(),s.now(this.time),t&&s.root.scrollIntoView({block:"nearest"}),s}seek(e){this.time=Math.min(this.motion.end,Math.max(this.motion.begin,e));let t=this.motion.duration,n=this.motion.clip.abscissa;this.scrub.value=String(t>0?(this.time-this.motion.begin)/t:0);let s=this.motion.clip.walk||n.unit==="1"?"":n.unit;this.clock.textContent=this.motion.clip.map?`point ${Math.round(this.time)+1} of ${this.motion.t.length}`:this.motion.clip.walk?`${Math.round(100*(this.time-this.motion.begin)/(t||1))} %`:`${n.name} = ${this.time.toFixed(t>100?1:t>.2?3:5)} ${s}`,this.scrub.setAttribute("aria-valuetext",this.clock.textContent),this.stage?.update(this.time);for(let o of this.plots)o.now(this.time);if(this.card)return;this.caption.textContent=`${this.motion.clip.name}, ${this.clock.textContent}`;let r=this.at;r&&x_(r.task,r.t)}begin(){this.motion.clip.map||this.play()}get start(){return this.stage?.cloud?this.motion.t[this.stage.cloud.middle()]:this.motion.begin}play(){this.motion.duration<=0||(this.time>=this.motion.end&&this.seek(this.motion.begin),this.playing=!0,this.last=0,Dr(this.playButton,"pause"),this.playButton.setAttribute("aria-label","pause"))}pause(){this.playing=!1,Dr(this.playButton,"play"),this.playButton.setAttribute("aria-label","play")}toggle(){this.playing?this.pause():this.play()}toEvent(e){let t=[this.motion.begin,...this.motion.clip.events.map(o=>o.t),this.motion.end],n=1e-9*(this.motion.duration||1),s=e>0?t.find(o=>o>this.time+n):[...t].reverse().find(o=>o<this.time-n);if(this.pause(),s===void 0)return;this.seek(s);let r=this.motion.clip.events.find(o=>Math.abs(o.t-s)<=n);this.say(r?`${r.name} ${r.what} at ${is(r.t)} ${this.motion.clip.abscissa.unit}`:e>0?"end":"begin")}step(e){this.pause();let t=this.motion.t,n=t.length>1?this.motion.duration/(t.length-1):0;this.seek(this.time+e*n)}frame(e){if(this.drawn&&!(this.visible||this.pinned)||document.hidden||this.recording)return;let t=performance.now();if(this.playing){let n=this.last?Math.min(1,(e-this.last)/1e3)*this.speed:0;this.last=e;let s=this.time+n;s>this.motion.end&&(this.loop?s=this.motion.begin+(s-this.motion.begin)%this.motion.duration:this.pause()),this.seek(s)}this.stage?.controls.update(),this.stage?.dirty&&(this.draw(),this.frameWork.push(performance.now()-t),this.frameWork.length>240&&this.frameWork.shift(),this.spare())}spare(){let e=this.frameWork.length;e<12||e%12!==0||[...this.frameWork.slice(-12)].sort((n,s)=>n-s)[6]<28||(this.shadows?this.stage?.setShadows(this.shadows=!1):this.ratio>.6&&(this.ratio*=.8))}draw(){let e=this.canvas.clientWidth,t=this.canvas.clientHeight;this.stage?.draw(e,t,Math.min(2,devicePixelRatio||1)*this.ratio),this.drawn=!0}resized(){for(let e of this.plots)e.root.clientWidth>0&&e.resize(e.root.clientWidth);this.stage&&(this.stage.dirty=!0)}clicked(e){if(Math.hypot(e.clientX-this.pressed[0],e.clientY-this.pressed[1])>5)return;let t=this.canvas.getBoundingClientRect();this.canvas.focus({preventScroll:!0});let n=this.stage?.pick(2*(e.clientX-t.left)/t.width-1,1-2*(e.clientY-t.top)/t.height);n?.joint?this.select(n.joint):n?.point!==void 0?this.toPoint(n.point):n?.body?this.say(n.body):this.select(null)}select(e){this.stage?.select(e),this.stage?.update(this.time);let t=this.jointBox.querySelector("select");if(t&&(t.value=e??""),!e||this.card)return this.say(""),null;let n=Yh(this.motion),s=n.find(r=>r.title===`${e}.reaction.force`)??n.find(r=>r.channels.some(o=>this.motion.channels[o].name===e||this.motion.channels[o].name.startsWith(e+".")));return this.say(s?`${e}: ${s.title}`:`${e}: nothing was recorded of it`),s?this.addPlot(s,!1):null}say(e){this.said.textContent=e}allowZoom(e){this.stage&&(this.stage.controls.enableZoom=e)}key(e){if(e.ctrlKey||e.metaKey||e.altKey||e.target instanceof HTMLElement&&["SELECT","SUMMARY"].includes(e.target.tagName))return;let t=e.target instanceof HTMLInputElement||e.target instanceof HTMLButtonElement,n={ArrowRight:()=>e.shiftKey?this.toEvent(1):this.step(1),ArrowLeft:()=>e.shiftKey?this.toEvent(-1):this.step(-1),Home:()=>this.seek(this.motion.begin),End:()=>this.seek(this.motion.end),f:()=>this.stage?.setView(this.bundle.scenes[this.motion.clip.scene].plane?"front":"corner"),1:()=>this.stage?.setView("corner"),2:()=>this.stage?.setView("front"),3:()=>this.stage?.setView("side"),4:()=>this.stage?.setView("top"),Escape:()=>this.select(null)," ":()=>this.toggle()};!n[e.key]||t&&[" ","ArrowLeft","ArrowRight","Home","End"].includes(e.key)||(n[e.key](),e.preventDefault())}get fileName(){return this.motion.clip.name.replace(/[^\p{L}\p{N}_.-]+/gu,"_")}savePng(){this.draw(),this.canvas.toBlob(e=>e&&Er(e,this.fileName+".png"))}async saveVideo(){if(!Th())return this.say("this browser records no video"),null;if(this.recording)return this.recording=!1,null;let e=Math.min(60,Math.max(1,this.motion.duration/this.speed)),t=this.time;this.pause(),this.recording=!0;let n=await Vg(this.canvas,e,s=>{this.seek(this.motion.begin+s*this.motion.duration),this.draw(),this.say(`recording ${Math.round(100*s)} %; press WebM again to stop`)},()=>!this.recording);return this.recording=!1,this.say(""),this.seek(t),Er(n,this.fileName+".webm"),n}async saveGltf(){if(!this.stage)return null;let e=await Ah(this.stage,this.time);return Er(new Blob([e],{type:"model/gltf-binary"}),this.fileName+".glb"),e}};var O_=`.zv{--zv-ink:var(--ink,#1c2127);--zv-soft:var(--soft,#56616d);--zv-paper:var(--paper,#fff);--zv-line:var(--line,#d9dee4);--zv-link:var(--link,#0a5fa5);--zv-stage:#eef2f6;--zv-press:#dbe9f5;
 color:var(--zv-ink);font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;max-width:100%}
@media (prefers-color-scheme:dark){.zv{--zv-ink:var(--ink,#e4e8ec);--zv-soft:var(--soft,#a3aeb9);--zv-paper:var(--paper,#14181c);--zv-line:var(--line,#333c45);--zv-link:var(--link,#7cbcf2);--zv-stage:#1a2026;--zv-press:#23384a}}
.zv-full{border:1px solid var(--zv-line);border-radius:12px;overflow:hidden;background:var(--zv-paper);margin:1rem 0}
.zv *{box-sizing:border-box}
.zv-top{padding:.55rem .8rem;border-bottom:1px solid var(--zv-line)}
.zv-label{display:inline-flex;gap:.4rem;align-items:center;color:var(--zv-soft);max-width:100%}
.zv-select{font:inherit;color:var(--zv-ink);background:var(--zv-paper);border:1px solid var(--zv-line);border-radius:7px;padding:.22rem .4rem;max-width:min(26rem,70vw);min-width:0}
.zv-stage{position:relative;background:var(--zv-stage);line-height:0}
.zv-stage[data-problem]::after{content:attr(data-problem);position:absolute;inset:0;display:grid;place-items:center;padding:1rem;line-height:1.4;text-align:center;color:var(--zv-soft)}
.zv-canvas{display:block;width:100%;aspect-ratio:16/9;max-height:min(60vh,36rem);min-height:15rem;touch-action:pan-y;cursor:grab;outline-offset:-3px}
.zv-canvas:active{cursor:grabbing}
.zv-card .zv-canvas{aspect-ratio:4/3;min-height:0;border-radius:8px;pointer-events:none}.zv-card{width:100%}.thumb .zv-card .zv-canvas{aspect-ratio:19/10}
.zv-card .zv-stage{border-radius:8px;overflow:hidden}
.zv-pin{display:none}.zv-pinned{position:fixed;right:1rem;bottom:1rem;width:min(21rem,46vw);z-index:9;border:1px solid var(--zv-line);border-radius:10px;overflow:hidden;box-shadow:0 4px 18px rgba(0,0,0,.25)}
.zv-pinned .zv-canvas{aspect-ratio:4/3;min-height:0}.zv-pinned .zv-views,.zv-pinned .zv-scale,.zv-pinned .zv-said{display:none}
.zv-pinned .zv-pin{display:flex;gap:.25rem;align-items:center;line-height:1.3;font-size:12.5px;padding:.2rem .3rem .2rem .6rem;background:var(--zv-paper)}.zv-caption{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-variant-numeric:tabular-nums}
.zv-views{position:absolute;top:.6rem;right:.6rem;display:flex;gap:.25rem;flex-wrap:wrap;justify-content:flex-end;line-height:1.4}
.zv-views .zv-button{background:color-mix(in srgb,var(--zv-paper) 82%,transparent);backdrop-filter:blur(4px)}
.zv-said{position:absolute;left:.8rem;bottom:.6rem;margin:0;line-height:1.4;color:var(--zv-ink);font-weight:600;pointer-events:none;text-shadow:0 0 6px var(--zv-stage),0 0 6px var(--zv-stage)}
.zv-scale{position:absolute;left:.8rem;top:.6rem;line-height:1.4;display:grid;grid-template-columns:auto 7rem auto;gap:.1rem .5rem;align-items:center;max-width:60%;overflow:hidden;padding:.2rem .5rem;border-radius:7px;background:color-mix(in srgb,var(--zv-paper) 82%,transparent);font-size:12.5px;font-variant-numeric:tabular-nums}
.zv-scale[hidden]{display:none}.zv-scale>:first-child{grid-column:1/-1}.zv-scale>*{white-space:nowrap}.zv-scale i{width:7rem;height:.7rem;border-radius:3px}
.zv-figure .zv-plot-bar h4{font-size:15px}.zv-figure-plot>h4{margin:.6rem 0 0;font-size:13.5px;text-align:center}.zv-figure-legend{display:flex;flex-wrap:wrap;gap:.25rem .3rem;padding:.3rem 0}
.zv-figure-said{display:block;min-height:1.5em;color:var(--zv-soft);font-variant-numeric:tabular-nums}
.zv-button.zv-curve{display:inline-flex;gap:.4rem;align-items:center;min-height:1.6rem;padding:.05rem .5rem;font-size:12px;border-color:transparent;background:transparent}
.zv-curve[aria-pressed=false]{text-decoration:line-through;color:var(--zv-soft)}.zv-button.zv-curve[aria-pressed=true]{background:transparent;border-color:var(--zv-line)}
.zv-curve i{width:1.1rem;border-top:2.5px solid}.zv-curve i.ring{width:.6rem;height:.6rem;border:2px solid;border-radius:50%}
.zv-button{font:inherit;font-size:13px;color:var(--zv-ink);background:var(--zv-paper);border:1px solid var(--zv-line);border-radius:7px;padding:.22rem .55rem;cursor:pointer;min-height:1.9rem;min-width:1.9rem;line-height:1.3}
.zv-button:hover{border-color:var(--zv-link)}
.zv-button[aria-pressed=true]{background:var(--zv-press);border-color:var(--zv-link)}
.zv-button svg{width:.95rem;height:.95rem;fill:currentColor;display:block;margin:auto}
.zv :focus-visible{outline:2px solid var(--zv-link);outline-offset:2px}
.zv-controls{display:flex;align-items:center;gap:.45rem;padding:.55rem .8rem;border-top:1px solid var(--zv-line)}
.zv-controls .zv-button{border-color:transparent;padding:.3rem .45rem}
.zv-controls .zv-play{background:var(--zv-ink);color:var(--zv-paper);border-radius:50%;width:2.3rem;height:2.3rem;padding:0;flex:none}
.zv-track{position:relative;flex:1 1 8rem;min-width:5rem}
.zv-scrub{width:100%;margin:0;accent-color:var(--zv-link);display:block;height:1.6rem;background:transparent}
.zv-marks{position:absolute;left:8px;right:8px;top:0;height:100%;pointer-events:none}
.zv-marks i{position:absolute;top:1px;width:2px;height:5px;background:#d55e00;border-radius:1px;transform:translateX(-1px)}
.zv-clock{font-variant-numeric:tabular-nums;white-space:nowrap;min-width:7.2em;color:var(--zv-soft)}
.zv-note{margin:0;padding:.1rem .8rem .6rem;color:var(--zv-soft);max-width:none;font-size:13px}
.zv-settings{margin:0;border-top:1px solid var(--zv-line);padding:.45rem .8rem}
.zv-settings summary{color:var(--zv-link);cursor:pointer}
.zv-grid{display:flex;flex-wrap:wrap;gap:.55rem 1.3rem;align-items:center;padding:.6rem 0 .2rem}
.zv-check,.zv-slider{display:inline-flex;gap:.4rem;align-items:center;color:var(--zv-ink)}
.zv-slider input{width:8rem;accent-color:var(--zv-link)}.zv-slider output{min-width:3em;color:var(--zv-soft);font-variant-numeric:tabular-nums}
.zv-check input{accent-color:var(--zv-link)}
.zv-saves{display:flex;gap:.3rem}
.zv-plots{padding:0 .8rem;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:0 1.6rem}.zv-controls .zv-select{width:5rem}
.zv-plot{border-top:1px solid var(--zv-line);padding:.6rem 0 .4rem;margin:0;min-width:0;overflow:hidden}
.zv-plot-bar{display:flex;flex-wrap:wrap;gap:.3rem;align-items:center;padding-bottom:.3rem}
.zv-plot-bar h4{margin:0 auto 0 0;font-size:14px;font-weight:600;overflow-wrap:anywhere}
.zv-plot-bar .zv-button{font-size:12px;min-height:1.6rem;min-width:1.6rem;padding:.08rem .45rem}
.zv-now{position:absolute;top:0;bottom:0;left:0;width:0;border-left:2px solid #d55e00;pointer-events:none;opacity:.85}
.zv .u-legend{font-size:12.5px;color:var(--zv-ink);text-align:left;margin:0}
.zv .u-legend th{border:0;color:var(--zv-ink);font-size:inherit}.zv .u-legend td{border:0}
.zv .u-legend tr,.zv .u-legend th,.zv .u-legend td{padding:.1rem .25rem;border:0;width:auto;display:inline-block;vertical-align:middle}
.zv .u-legend tr{margin-right:.9rem}
.zv .u-inline .u-value{min-width:7.5em;font-variant-numeric:tabular-nums;color:var(--zv-soft)}
.zv .u-inline tr td.u-value{width:auto}
.zv .u-select{background:rgba(10,95,165,.14)}
.zv .u-cursor-x,.zv .u-cursor-y{border-color:var(--zv-soft)}
.zv-problem{color:#a3201b;padding:.8rem}
@media (prefers-color-scheme:dark){.zv-problem{color:#ff9d97}.zv-now,.zv-marks i{border-color:#f58f4e}.zv-marks i{background:#f58f4e}}
@media (max-width:40rem){.zv-controls{flex-wrap:wrap}.zv-track{order:-1;flex-basis:100%}.zv-clock{flex:1;min-width:5em}.zv-controls{gap:.3rem}.zv-controls .zv-select{width:4.4rem}.zv-canvas{aspect-ratio:4/3}.zv-views .zv-button{padding:.2rem .4rem;font-size:12px}.zv-plot-bar{gap:.18rem}.zv-plot-bar .zv-button{padding:.08rem .3rem;min-width:1.4rem}.zv-plots,.zv-settings,.zv-controls,.zv-top{padding-left:.55rem;padding-right:.55rem}}
@media print{.zv-controls,.zv-settings,.zv-views,.zv-plot-bar .zv-button{display:none}}
`;var B_='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';async function z_(i,e){try{let t=i.querySelector('script[type="text/plain"]'),n=await(i.dataset.from?Kh(i.dataset.from):Xo(t?.textContent??""));t?.remove(),e.push(new bl(i,n))}catch(t){if(i.dataset.size==="card"&&i.querySelector("svg,img"))return;let n=document.createElement("p");n.className="zv-problem",n.setAttribute("role","alert"),n.textContent=`This motion cannot be shown: ${t instanceof Error?t.message:String(t)}`,i.append(n)}}async function G1(i,e){for(let t of e)if(await t.choose(i.dataset.play)){t.root.scrollIntoView({block:"start"});return}i.textContent="its motion is not in this page: zanjir view shows all"}function k_(){if(window.zanjirViews)return;let i=document.createElement("style");i.textContent=B_+O_,document.head.append(i);let e=window.zanjirViews=[];window.zanjirGltf=Ah,window.zanjirPlayer=bl,window.zanjirFigure=Qf;for(let t of document.querySelectorAll(".zanjir-view")){if(t.dataset.size!=="card"){z_(t,e);continue}let n=new IntersectionObserver(s=>{s.some(r=>r.isIntersecting)&&(n.disconnect(),z_(t,e))},{rootMargin:"300px"});n.observe(t)}document.addEventListener("click",t=>{let n=t.target instanceof Element?t.target.closest("[data-play]"):null;n&&G1(n,e)}),ep(document),document.addEventListener("unpacked",t=>{t.target instanceof HTMLElement&&ep(t.target)})}document.readyState==="loading"?document.addEventListener("DOMContentLoaded",k_):k_();})();
