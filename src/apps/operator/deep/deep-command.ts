import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { howToRemove } from '#delivery/domains/deep-customer.ts'
import type { MailboxSignIn } from '#vendors/ports/sign-in.ts'
import { type Options, WrongUsage } from '../command.ts'
import { withDeepLock } from './deep-lock.ts'
import { type DeepOrder, readDeepOrder } from './deep-order.ts'
import type { DeepRun } from './deep-run.ts'
import { announce, lookDeep, planDeep, removeLeft } from './look-deep.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
/** One Ctrl-C comes several times where programs that started this one hand it on. */
const onePressMs = 2_000

/**
 * Work that Ctrl-C asks to stop, the first time: what it has made is removed then. The second time it ends where it is,
 * and says how the rest is removed.
 */
async function stoppable<Result>(
  tell: (line: string) => void,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController()
  let stoppedAt: number | undefined
  const stop = () => {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt < onePressMs) return
      tell(`Left as it is. ${howToRemove}`)
      process.exit(130)
    }
    stoppedAt = performance.now()
    stopping.abort()
    tell('Stopping. What was made is removed; press Ctrl-C again to leave it.')
  }
  for (const each of signals) process.on(each, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const each of signals) process.off(each, stop)
  }
}

const minute = 60_000
/** DNS, the host and a person at a sign-in page each take their time; removing waits for nobody but the host. */
const patienceMs = { proof: 90 * minute, removal: 20 * minute }

type Print = (line: string) => void

/** `doctor --deep`, from what was typed to the exit code: 0 where mail was proven and nothing is left. */
export function runDeep(deps: Dependencies, options: Options, print: Print, tell: Print): Promise<number> {
  const order = options['remove-left'] ? undefined : readTyped(options)
  return withDeepLock(deps.openSession, () =>
    stoppable(tell, async (signal) => {
      const signIn = await openBrowser(deps)
      const pause: DeepRun['pause'] = (ms, until) =>
        delay(ms, undefined, { signal: until }).catch(() => undefined)
      try {
        return await carryOut({ deps, signal, tell, pause, signIn, patienceMs }, order, options, print)
      } finally {
        await signIn?.close()
      }
    }),
  )
}

/** Whatever is wrong with what was typed, files included, is a wrong command line. */
function readTyped(options: Options): DeepOrder {
  try {
    return readDeepOrder(options)
  } catch (error) {
    if (error instanceof Refusal) throw new WrongUsage(error.message)
    throw error
  }
}

async function carryOut(
  run: DeepRun,
  order: DeepOrder | undefined,
  options: Options,
  print: Print,
): Promise<number> {
  if (order && !options.yes) {
    print(`${await announce(run, order)}\n\nNothing is made or removed yet. Begin by adding --yes.`)
    return 1
  }
  if (!(await removeLeft(run))) return 1
  if (!order) {
    print('Nothing of doctor --deep is left.')
    return 0
  }
  if (run.signal.aborted) return stopEarly(print)
  const { accounts, text } = await planDeep(run, order)
  if (run.signal.aborted) return stopEarly(print)
  run.tell(text)
  const { exitCode, report } = await lookDeep(run, order, accounts)
  print(report)
  return exitCode
}

/** Before anything is made there is nothing to take down. */
function stopEarly(print: Print): number {
  print('It was stopped before anything was made.')
  return 1
}

/** The browser that signs in, where this machine has one. */
async function openBrowser({ config, log }: Dependencies): Promise<MailboxSignIn | undefined> {
  if (config.signInBrowser === undefined) return undefined
  // Only here: no other command needs what drives one.
  const { createMailboxSignIn } = await import('#delivery/sending/browser/mailbox-sign-in.ts')
  return createMailboxSignIn({
    executablePath: config.signInBrowser,
    log,
    dnsServers: config.vendors.dns.servers,
  })
}
