import autocannon from 'autocannon'
import { type Answer, ask, encodings } from './ask.ts'
import { type Figure, median } from './figures.ts'

const times = 20
const rounds = 5
/** `GET /api/orders` for 1,000 orders one after the other, and for 100 as often as it goes. */
export async function measureOrderList(
  product: string,
  cookies: { large: string; middle: string },
): Promise<Figure[]> {
  const { etag = '' } = await ask(`${product}/api/orders`, { cookie: cookies.large })
  const [full, unchanged]: [Answer[], Answer[]] = [[], []]
  for (let i = 0; i < times; i++) {
    full.push(await ask(`${product}/api/orders`, { cookie: cookies.large }))
    unchanged.push(await ask(`${product}/api/orders`, { cookie: cookies.large, 'if-none-match': etag }))
  }
  const wrong = [
    ...full.filter(({ status }) => status !== 200),
    ...unchanged.filter(({ status }) => status !== 304),
  ]
  if (wrong.length > 0) throw new Error(`GET /api/orders answered ${wrong[0]?.status}.`)

  async function perSecond(): Promise<number> {
    const result = await autocannon({
      url: `${product}/api/orders`,
      headers: { cookie: cookies.middle, 'accept-encoding': encodings },
      connections: 10,
      duration: 4,
    })
    if (result.non2xx > 0) throw new Error(`GET /api/orders refused ${result.non2xx} requests.`)
    return result['2xx'] / result.duration
  }
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) rates.push(await perSecond())
  return [
    {
      what: 'GET /api/orders with 1,000 orders and 10,000 domains: size',
      measured: (full[0]?.bytes ?? 0) / 1000,
      unit: 'KB',
      target: { at: 'most', value: 160 },
      note: full[0]?.encoding,
    },
    {
      what: 'GET /api/orders with 1,000 orders and 10,000 domains: time',
      measured: median(full.map(({ ms }) => ms)),
      unit: 'ms',
      target: { at: 'most', value: 350 },
    },
    {
      what: 'the same, unchanged (304)',
      measured: median(unchanged.map(({ ms }) => ms)),
      unit: 'ms',
    },
    {
      what: 'GET /api/orders with 100 orders and 1,000 domains',
      measured: median(rates),
      unit: '/s',
      target: { at: 'least', value: 60 },
    },
  ]
}
