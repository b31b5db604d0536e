import { readdirSync, readFileSync } from 'node:fs'

/** The kilobytes that a process and all below it hold, with what they share divided among who shares it (PSS). */
export function kilobytesOfTree(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = textOf(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const sum = (of: number): number =>
    Number(/^Pss: +(\d+) kB/m.exec(textOf(`/proc/${of}/smaps_rollup`))?.[1] ?? 0) +
    (children.get(of) ?? []).reduce((total, child) => total + sum(child), 0)
  return sum(pid)
}

/** Nothing where the process has ended meanwhile. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
