import { readdirSync, readFileSync } from 'node:fs'

interface Running {
  pid: number
  parent: number
  name: string
}

/** Every process of this machine. */
function allRunning(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // "pid (name) state parent …"; a name may hold anything, brackets too.
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (state === 'Z') return []
        const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
        return [{ pid: Number(pid), parent: Number(parent), name }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
}

/** The browsers' processes below another one, by default this. */
export function browserProcesses(below = process.pid): number[] {
  const all = allRunning()
  const childrenOf = (parent: number): Running[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...childrenOf(each.pid)])
  return childrenOf(below)
    .filter(({ name }) => name.startsWith('chrom'))
    .map(({ pid }) => pid)
}

export const areRunning = (pids: readonly number[]): boolean =>
  allRunning().some(({ pid }) => pids.includes(pid))
