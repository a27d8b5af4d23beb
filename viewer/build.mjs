// npm run build: dist/viewer.js from src/, one classic script for a page, with the licences of what is in it and a hash of its sources that tests compare.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

// Everything that decides the script; tests/tools/viewer_test.py computes the same.
export function sourceHash() {
  const hash = createHash('sha256');
  for (const file of [...readdirSync('src').sort().map((f) => `src/${f}`), 'build.mjs', 'package.json', 'package-lock.json']) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

const licence = (name, file) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return `${name} ${version}\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}`;
};
const notice = `/*! Zanjir viewer; sources: ${sourceHash()}\nWith parts of:\n\n${licence('three', 'LICENSE')}\n\n${licence('uplot', 'LICENSE')}\n*/\n`;
const result = await build({
  entryPoints: ['src/main.ts'], bundle: true, minify: true, format: 'iife', target: 'es2020', charset: 'ascii', legalComments: 'none', loader: { '.css': 'text' }, write: false,
});
const script = result.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trimEnd();
const closing = ')zanjir_js"'; // ends the string of C++ that holds it
if (script.includes(closing) || /[^\x00-\x7f]/.test(script)) throw new Error('the script cannot be held in a string of C++');
writeFileSync('dist/viewer.js', notice.replace(/[^\x00-\x7f]/g, '?') + script + '\n');
console.log(`dist/viewer.js: ${(script.length / 1024).toFixed(0)} KiB`);
