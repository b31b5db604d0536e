import { numberText } from '#base/text/number-text.ts'
import type { ConnectingProgress } from '../../api/connecting.ts'
import type { LastEnd, Round } from './round.ts'

/** "12 of 50 connected, 3 skipped" */
export function progressText(
  { connected, total, settingUp }: ConnectingProgress,
  { skipped, refused }: Pick<Round, 'skipped' | 'refused'>,
): string {
  const parts = [
    `${numberText(connected)} of ${numberText(total)} connected`,
    settingUp > 0 && `${numberText(settingUp)} being set up`,
    skipped.length > 0 && `${numberText(skipped.length)} skipped`,
    refused.length > 0 && `${numberText(refused.length)} refused`,
  ]
  return parts.filter(Boolean).join(', ')
}

const sentences: Record<LastEnd['state'], (end: LastEnd) => string> = {
  connected: ({ address }) => `${address} is connected.`,
  signed_in: ({ address }) => `${address} is signed in. The sending tool is setting it up.`,
  skipped: ({ address }) => `${address} is left for later.`,
  refused: ({ address, reason }) => `${address} is not connected: ${reason}. It waits to be tried again.`,
  gone: ({ address }) => `${address} went back: its ten minutes were over, or it has changed.`,
}

/** What became of a mailbox, as a sentence. */
export const endText = (end: LastEnd): string => sentences[end.state](end)

/** "9:05" */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
