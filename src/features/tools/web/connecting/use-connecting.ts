import { useEffect, useState } from 'react'
import { call } from '#ui/api.ts'
import { readOfTab, writeOfTab } from '#ui/browser-storage.ts'
import { useAction } from '#ui/use-action.ts'
import { connectPassword, skipConnecting } from '../../api/connecting.ts'
import { after, firstRound } from './round.ts'
import { useTurn } from './use-turn.ts'

/** The secret under which this tab holds its mailbox, so that a reload brings the same one. */
function useSeat(pass: string): string {
  const [seat] = useState(() => {
    const key = `inboxyard.seat.${pass}`
    const known = readOfTab(key)
    if (known) return known
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const fresh = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    writeOfTab(key, fresh)
    return fresh
  })
  return seat
}

/** Leads through mailboxes, one after the other: the next one comes as soon as it is known what became of the one before. */
export function useConnecting(pass: string) {
  const seat = useSeat(pass)
  const [round, setRound] = useState(firstRound)
  const { turn } = round
  const present = useTurn(pass, seat, round)
  const { mailbox, held, end } = present
  const [state, reason] = [end?.state, end?.reason ?? null]
  useEffect(() => {
    if (!mailbox || !state) return
    setRound((now) => (now.turn === turn ? after(now, mailbox, { state, reason }) : now))
  }, [mailbox, state, reason, turn])

  const skip = useAction({
    mutationFn: async () => {
      await call(skipConnecting, held)
      return { skipped: mailbox, inTurn: turn }
    },
    onSuccess: ({ skipped, inTurn }) => {
      if (!skipped) return
      // It may have been connected meanwhile.
      setRound((now) => (now.turn === inTurn ? after(now, skipped, { state: 'skipped', reason: null }) : now))
    },
  })
  const password = useAction({ mutationFn: async () => (await call(connectPassword, held)).value })

  return {
    ...present,
    round,
    skip,
    /** Each reading is a call, and is noted. */
    password: () => password.mutateAsync(),
    /** Those that were skipped or refused come again. */
    startOver: () => setRound((now) => ({ ...firstRound, turn: now.turn + 1 })),
  }
}
export type Connecting = ReturnType<typeof useConnecting>
