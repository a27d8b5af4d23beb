// Colours: of the page where it names them, told apart by everyone [Okabe2008], lighter in the dark.
export interface Theme {
  dark: boolean;
  ink: string;
  soft: string;
  line: string;
  stage: string;
  curves: string[];
  bodies: string[];
  driven: string;
  metal: string;
  base: string;
  force: string;
  contact: string;
  trace: string;
  grid: string;
}
const light: Theme = {
  dark: false, ink: '#1c2127', soft: '#56616d', line: '#d9dee4', stage: '#eef2f6',
  curves: ['#0072B2', '#D55E00', '#007a5a', '#b8508c', '#a86f00', '#2b86b8', '#1c2127'],
  bodies: ['#4f8fcd', '#49ad86', '#c681ab', '#7cc0e6', '#b3ab52', '#a05f80', '#7f8fd0'],
  driven: '#e0752b', metal: '#5d6873', base: '#98a3ae', force: '#c8433b', contact: '#8a3ffc', trace: '#d55e00', grid: '#b9c3cd',
};
const dark: Theme = {
  dark: true, ink: '#e4e8ec', soft: '#a3aeb9', line: '#333c45', stage: '#1a2026',
  curves: ['#5bb0e8', '#f58f4e', '#35c99c', '#e29ac4', '#eab54a', '#9ad4f5', '#e4e8ec'],
  bodies: ['#5a9bdb', '#4fbb92', '#d08db7', '#86cbf2', '#c2ba5e', '#b36e90', '#8f9fe0'],
  driven: '#f0853a', metal: '#8794a1', base: '#66717d', force: '#ff7b72', contact: '#b78bff', trace: '#f58f4e', grid: '#3d4852',
};
export const dashes: number[][] = [[], [8, 4], [2, 3], [10, 4, 2, 4]];

const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
export const theme = (): Theme => (query && query.matches ? dark : light);
export const onThemeChange = (call: () => void) => query && query.addEventListener('change', call);
export const calmMotion = (): boolean => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
