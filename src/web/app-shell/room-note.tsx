import { useQuery } from '@tanstack/react-query'
import { platformsThatWait } from '#shared/api/payments.ts'
import { waitsForRoom } from '#shared/money/room-words.ts'
import type { Platform } from '#shared/plans/catalog.ts'
import { call } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { useConfig } from './use-config.ts'

/** Says, before it is paid, what of it would have to wait for the operator. */
export function RoomNote({ platforms }: { platforms: readonly Platform[] }) {
  const { supportEmail } = useConfig()
  const { data } = useQuery({
    queryKey: ['platforms-that-wait'],
    queryFn: ({ signal }) => call(platformsThatWait, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
  const waits = waitsForRoom(platforms, data?.platforms ?? [])
  if (!waits) return null
  return (
    <Alert tone="warning" title={waits.title}>
      {waits.text}{' '}
      <a href={`mailto:${supportEmail}`} className="underline">
        {supportEmail}
      </a>
    </Alert>
  )
}
