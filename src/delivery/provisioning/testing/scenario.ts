import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import type { TestWorld } from '#tests/server/test-world.ts'
import { reconcile } from '../reconcile.ts'
import { signInWorkers } from './browser-worker.ts'
import { type Kill, kill, mortalProcess, type OrderedFault, orderedFault } from './chaos.ts'
import { type CustomerChange, changeOrder, customerChanges } from './customer-changes.ts'
import { answerWorkItems } from './operator-robot.ts'
import { reconcileUntilDone } from './reconcile-until-done.ts'
import { signInDifferences } from './sign-in-differences.ts'
import { vendorDifferences } from './vendor-state.ts'

/** An order, what goes wrong on its way, and what its customer changes meanwhile; kills and changes by turn. */
interface Scenario {
  platform: 'azure' | 'google'
  source: 'bought' | 'own'
  tool: 'instantly' | 'smartlead' | 'other'
  faults: OrderedFault[]
  kills: (Kill | undefined)[]
  /** Of workers with the browser, one after the other as soon as there is something to sign in to. */
  signInKills: Kill[]
  changes: [CustomerChange, number][]
}
const placed = {
  platform: fc.constantFrom('azure', 'azure', 'azure', 'azure', 'google'),
  source: fc.constantFrom('bought', 'bought', 'own'),
  tool: fc.constantFrom('instantly', 'smartlead', 'other'),
} as const

const anything: fc.Arbitrary<Scenario> = fc.record({
  ...placed,
  faults: fc.array(orderedFault, { maxLength: 5 }),
  kills: fc.array(kill, { maxLength: 2 }),
  signInKills: fc.array(kill, { maxLength: 5 }),
  changes: fc.array(fc.tuple(fc.constantFrom(...customerChanges), fc.nat(9)), { maxLength: 3 }),
})

/** Each is a change, and the one that wants again what was there before. */
const thereAndBack: readonly Scenario['changes'][] = [
  [
    ['forwarding', 2],
    ['forwarding', 1],
  ],
  [
    ['people renamed', 2],
    ['people renamed', 1],
  ],
  [
    ['cancelled', 0],
    ['reinstated', 0],
  ],
  [
    ['payment failed', 0],
    ['paid again', 0],
  ],
]
/** A finished order whose customer changes something and takes it back while the change is half done. */
const takenBack: fc.Arbitrary<Scenario> = fc
  .record({
    ...placed,
    kill: fc.record({ atRequest: fc.nat(14), afterEffect: fc.boolean() }),
    pair: fc.constantFrom(...thereAndBack),
  })
  .map(({ kill, pair, ...rest }) => ({
    ...rest,
    faults: [],
    signInKills: [],
    kills: [undefined, undefined, undefined, kill],
    changes: [['forwarding', 1], ['people renamed', 1], ...pair],
  }))

export const scenario: fc.Arbitrary<Scenario> = fc.oneof(
  { arbitrary: anything, weight: 4 },
  { arbitrary: takenBack, weight: 1 },
)

/** Plays it to its end. Returns what is wrong then: see `vendorDifferences`. */
export async function playScenario(
  world: TestWorld,
  customerId: string,
  { platform, source, tool, faults, kills, signInKills, changes }: Scenario,
): Promise<string[]> {
  const { deps, sandbox } = world
  const order = await createPaidOrder(deps, {
    customerId,
    plan: platform,
    tool,
    source,
    names: {
      azure: platform === 'azure' ? [freshName()] : [],
      google: platform === 'google' ? [freshName()] : [],
    },
    mailboxesPerDomain: 4,
  })
  const name = order.domains[0]?.name as string
  sandbox.faults.clear()
  for (const fault of faults) sandbox.faults.add(fault)
  const afterlife: (() => Promise<unknown>)[] = []
  const workers = signInWorkers(world, signInKills)
  let [lastHold, lastWant]: (CustomerChange | undefined)[] = []
  for (let turn = 0; turn < Math.max(2, changes.length + 1); turn++) {
    await runOnce(world, name, kills[turn], afterlife)
    await workers.signIn()
    await answerWorkItems(deps, sandbox).catch(() => {})
    await pointHere(world, name)
    const [change, n = 0] = changes[turn] ?? []
    // Only what the product would allow: nothing but reinstating is possible after cancelling.
    if (!change || (lastWant === 'cancelled') !== (change === 'reinstated')) continue
    await changeOrder(deps, order, change, n)
    if (change === 'cancelled' || change === 'reinstated') lastWant = change
    if (change === 'payment failed' || change === 'paid again') lastHold = change
  }
  if (lastHold === 'payment failed' && lastWant !== 'cancelled')
    await changeOrder(deps, order, 'paid again', 0)
  sandbox.faults.clear()
  await reconcileUntilDone(world, name, {
    rounds: 25,
    // Nothing: it was given free.
    ends: ['done', 'nothing'],
    async meanwhile(outcome) {
      // A stopped process may have renewed its lease with its last breath; it runs out like any other.
      if (outcome === 'busy') await expireLease(deps, name)
      await workers.signIn()
      await answerWorkItems(deps, sandbox)
      await pointHere(world, name)
    },
  })
  const differences = async () => [
    ...(await vendorDifferences(deps, sandbox, name)),
    ...(await signInDifferences(deps.db, sandbox, name)),
  ]
  const wrong = await differences()
  // Only who was killed, or did not get an answer, leaves a page of the tool's to end by itself.
  const mayBeLeft = workers.afterlife.length + faults.reduce((sum, { times }) => sum + times, 0)
  if (workers.left() > mayBeLeft) wrong.push(`${name}: ${workers.left()} sign-ins were left open`)
  if (afterlife.length + workers.afterlife.length === 0) return wrong
  // The stopped ones wake up now: nothing they still do may be written or change anything.
  for (const awake of afterlife) {
    const outcome = await awake()
    if (outcome !== undefined && outcome !== 'lost')
      wrong.push(`${name}: a stopped worker ended as ${outcome}, not as lost`)
  }
  for (const awake of workers.afterlife) await awake()
  return [...wrong, ...(await differences())]
}

/** A worker takes the name; if it is stopped on the way, the lease runs out and another one takes over. */
async function runOnce(
  { deps, sandbox, reconcile: runToEnd }: TestWorld,
  name: string,
  fatal: Kill | undefined,
  afterlife: (() => Promise<unknown>)[],
): Promise<void> {
  if (!fatal) {
    await runToEnd(name)
    return
  }
  const process = mortalProcess(deps, sandbox, fatal)
  const { stopped, thaw } = process
  const running = reconcile({ ...process.deps, log: pino({ level: 'silent' }) }, name)
  const outcome = await Promise.race([running, stopped.then(() => 'stopped')])
  if (outcome !== 'stopped') return
  await expireLease(deps, name)
  afterlife.push(() => {
    thaw()
    return running
  })
}

const expireLease = ({ db }: TestWorld['deps'], name: string) =>
  db.execute(sql`update domain_names set lease_until = now() - interval '1 second' where name = ${name}`)

/** The owner of a name points it here, once its zone is there: before that, someone else could claim the zone. */
async function pointHere({ deps, sandbox }: TestWorld, name: string): Promise<void> {
  if (!sandbox.store.collection('dnsimple.zones').get(name)) return
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, nameServers: deps.config.nameServers }),
  })
}
