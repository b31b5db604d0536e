import { useQuery } from '@tanstack/react-query'
import { readRoom } from '#shared/api/payments.ts'
import { type WantedPlaces, waitsForRoom } from '#shared/money/room-words.ts'
import { call } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { useConfig } from './use-config.ts'

/** Says, before it is paid, what of it would have to wait for the operator. */
export function RoomNote({ places }: { places: WantedPlaces }) {
  const { supportEmail } = useConfig()
  const { data } = useQuery({
    queryKey: ['room'],
    queryFn: ({ signal }) => call(readRoom, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
  const waits = data && waitsForRoom(places, data.room)
  if (!waits) return null
  return (
    <Alert tone="warning" title={waits.title}>
      {waits.text}{' '}
      <a translate="no" href={`mailto:${supportEmail}`} className="underline">
        {supportEmail}
      </a>
    </Alert>
  )
}
