// One instant for the whole page: what moves tells the figures where it is, and a figure sends it to the instant that was pointed at.
export interface Moving {
  readonly at: { task: string; t: number } | null; // seconds; null: what is shown does not move in time
  goTo(task: string, t: number): Promise<boolean>; // false: it has no motion of this task
  stayInSight(): void; // figures that want it have changed
}
interface Following {
  now(task: string, t: number): void;
}

const moving: Moving[] = [];
const following = new Set<Following>();
export const inSight = new Set<Following>(); // of the figures that follow: those that a reader sees

export const register = (m: Moving) => void moving.push(m);
export function tell(task: string, t: number) { for (const f of following) f.now(task, t); }
export function follow(f: Following, on: boolean) {
  on ? following.add(f) : following.delete(f);
  if (!on) see(f, false);
  const at = moving.find((m) => m.at)?.at;
  if (on && at) f.now(at.task, at.t);
}
export function see(f: Following, seen: boolean) {
  seen ? inSight.add(f) : inSight.delete(f);
  for (const m of moving) m.stayInSight();
}
export async function send(tasks: string[], t: number) {
  const now = moving.map((m) => m.at?.task), task = tasks.find((x) => now.includes(x)) ?? tasks[0]; // what is shown already stays
  for (const m of moving) if (await m.goTo(task, t)) return;
}
