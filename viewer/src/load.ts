// What lies beside the page: bundles in scripts, since a page opened from a disk may load scripts but no data. A script leaves its bundle at its own element.
import { unpack } from './format';

const loaded = new Map<string, Promise<string>>();
export function loadBundle(address: string): Promise<string> {
  let text = loaded.get(address);
  if (!text) {
    text = new Promise<string>((resolve, reject) => {
      const script: HTMLScriptElement & { zanjirBundle?: string } = document.createElement('script');
      script.src = address;
      script.onload = () => (script.zanjirBundle ? resolve(script.zanjirBundle) : reject(new Error(`${address} holds no motion`)));
      script.onerror = () => reject(new Error(`${address} is not there or cannot be read`));
      document.head.append(script);
    }).then(unpack);
    loaded.set(address, text);
  }
  return text;
}
