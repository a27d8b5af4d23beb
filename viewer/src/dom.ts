export function element<K extends keyof HTMLElementTagNameMap>(tag: K, cls: string, attributes: Record<string, string> = {}): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  return e;
}
export function button(text: string, label: string, click: () => void, cls = 'zv-button'): HTMLButtonElement {
  const b = element('button', cls, { type: 'button', 'aria-label': label, title: label });
  b.textContent = text;
  b.addEventListener('click', click);
  return b;
}
const icons: Record<string, string> = {
  play: 'M5 3.5v13l11-6.5z', pause: 'M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z', back: 'M4 3.5h2.4v13H4zM16.5 3.5v13L7.5 10z', forth: 'M13.6 3.5H16v13h-2.4zM3.5 3.5v13l9-6.5z',
  loop: 'M4 9a6 6 0 0 1 10.2-4.2L12.6 6.4H18V1l-2.3 2.3A8 8 0 0 0 2 9zM16 11a6 6 0 0 1-10.2 4.2l1.6-1.6H2V19l2.3-2.3A8 8 0 0 0 18 11z',
};
export function setIcon(b: HTMLButtonElement, icon: string) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[icon]);
  svg.append(path);
  b.replaceChildren(svg);
}
export function check(text: string, on: boolean, change: (on: boolean) => void): HTMLLabelElement {
  const label = element('label', 'zv-check'), box = element('input', '', { type: 'checkbox' });
  box.checked = on;
  box.addEventListener('change', () => change(box.checked));
  label.append(box, document.createTextNode(text));
  return label;
}
export function slider(text: string, min: number, max: number, step: number, value: number, say: (x: number) => string, change: (x: number) => void): HTMLLabelElement {
  const label = element('label', 'zv-slider'), range = element('input', '', { type: 'range', min: String(min), max: String(max), step: String(step), value: String(value), 'aria-label': text });
  const out = element('output', '');
  out.textContent = say(value);
  range.addEventListener('input', () => {
    out.textContent = say(Number(range.value));
    change(Number(range.value));
  });
  label.append(document.createTextNode(text), range, out);
  return label;
}
export function choice(label: string, options: { value: string; text: string }[], change: (value: string) => void): HTMLSelectElement {
  const select = element('select', 'zv-select', { 'aria-label': label, title: label });
  for (const o of options) {
    const option = element('option', '', { value: o.value });
    option.textContent = o.text;
    select.append(option);
  }
  select.addEventListener('change', () => change(select.value));
  return select;
}
