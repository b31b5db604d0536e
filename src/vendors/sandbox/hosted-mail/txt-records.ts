import { resolve } from '#vendors/dns/simulator/resolve.ts'
import type { World } from '../world.ts'

/** The TXT records that a resolver finds at a host, aliases followed. */
export const txtRecords = (world: World, host: string): string[] =>
  resolve(world, host, 'TXT').answers.flatMap((answer) =>
    answer.type === 'TXT'
      ? [Buffer.concat([answer.data].flat().map((part) => Buffer.from(part))).toString()]
      : [],
  )
