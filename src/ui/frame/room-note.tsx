import { useQuery } from '@tanstack/react-query'
import { type WantedPlaces, waitsForRoom } from '#features/capacity/rules/room-words.ts'
import { readRoom } from '#features/checkout/api/payments.ts'
import { Alert } from '../alert.tsx'
import { call } from '../api.ts'
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
