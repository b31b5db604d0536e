import { waitsForYouText } from './order-status.ts'

/** The stretches of a set-up as a customer tells them apart, in their order. */
export const setUpStages = ['name', 'verification', 'dns', 'mailboxes', 'tool', 'proof'] as const
export type SetUpStage = (typeof setUpStages)[number]

export const setUpStageLabels: Record<SetUpStage, string> = {
  name: 'Domains are ready',
  verification: 'Verified at the mailbox host',
  dns: 'DNS for mail is seen',
  mailboxes: 'Mailboxes are in place',
  tool: 'Connected to the sending tool',
  proof: 'Mail is proven to be authentic',
}

/** How many domains of an order have a stage behind them, and how those are that are in it. */
export interface StageProgress {
  stage: SetUpStage
  done: number
  of: number
  running: number
  /** Of them, held up by a third party or by us. */
  waiting: number
  /** Of them, brought on by their customer alone. */
  waitingForCustomer: number
  /** Of them, in error: they do not continue before someone acts. */
  stopped: number
}

type StageState = 'done' | 'stopped' | 'waiting for you' | 'waiting' | 'running' | 'to come'

/** What a stage shows: the worst that is so with a domain in it. */
export function stageState({
  done,
  of,
  running,
  waiting,
  waitingForCustomer,
  stopped,
}: StageProgress): StageState {
  if (stopped > 0) return 'stopped'
  if (waitingForCustomer > 0) return 'waiting for you'
  if (running > waiting) return 'running'
  if (waiting > 0) return 'waiting'
  return done === of ? 'done' : 'to come'
}

/** Beside each stage. */
export const stageStateLabels: Record<StageState, string> = {
  done: 'Done',
  stopped: 'Needs attention',
  'waiting for you': waitsForYouText,
  waiting: 'Waiting',
  running: 'Running',
  'to come': 'To come',
}
