/** Random numbers that a seed repeats: the same fleet lives the same days again. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** Whether something of this chance happens. */
  chance(of: number): boolean
  /** How many of so many tries succeed. */
  hits(tries: number, chance: number): number
  pick<T>(of: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    chance: (of) => next() < of,
    hits(tries, chance) {
      let count = 0
      for (let i = 0; i < tries; i++) if (next() < chance) count++
      return count
    },
    pick: (of) => of[Math.floor(next() * of.length)] as (typeof of)[number],
  }
}
