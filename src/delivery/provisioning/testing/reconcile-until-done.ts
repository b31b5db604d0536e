import { eq } from 'drizzle-orm'
import { domainNames } from '#base/db/schema/index.ts'
import type { TestWorld } from '#tests/server/test-world.ts'
import { answerWorkItems } from './operator-robot.ts'

type Outcome = Awaited<ReturnType<TestWorld['reconcile']>>

interface Options {
  rounds?: number
  /** Outcomes after which nothing is left to do. */
  ends?: readonly Outcome[]
  /** What people do between two runs; they answer what they are asked, unless a test says more. */
  meanwhile?: (outcome: Outcome) => Promise<unknown>
}

/** Runs the reconciler on a name, with people doing their part in between, until nothing is missing. */
export async function reconcileUntilDone(
  world: TestWorld,
  name: string,
  {
    rounds = 12,
    ends = ['done'],
    meanwhile = () => answerWorkItems(world.deps, world.sandbox),
  }: Options = {},
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const outcome = await world.reconcile(name)
    if (ends.includes(outcome)) return
    await meanwhile(outcome)
  }
  const [row] = await world.deps.db.select().from(domainNames).where(eq(domainNames.name, name))
  throw new Error(`${name} does not come to rest: ${row?.step} ${JSON.stringify(row?.problem)}`)
}
