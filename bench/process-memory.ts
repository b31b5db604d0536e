import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds in MB, with all below it and alone; what they share is divided among who shares it (PSS). */
export function megabytesOf(pid: number): { whole: number; ownPart: number } {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = textOf(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const alone = (of: number): number =>
    (Number(/^Pss: +(\d+) kB/m.exec(textOf(`/proc/${of}/smaps_rollup`))?.[1] ?? 0) * 1_024) / 1e6
  const whole = (of: number): number =>
    alone(of) + (children.get(of) ?? []).reduce((total, child) => total + whole(child), 0)
  return { whole: whole(pid), ownPart: alone(pid) }
}

/** Nothing where the process has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
