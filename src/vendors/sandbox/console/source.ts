import type { RequestLogEntry } from '../control.ts'
import type { Vendor, World } from '../world.ts'

/** What the console is made from. */
export interface ConsoleSource {
  world: World
  vendors: readonly Vendor[]
  requests: readonly RequestLogEntry[]
  ports: Readonly<Record<string, number>>
  latencyMs(): number
}
