import { request } from 'node:http'
import autocannon from 'autocannon'
import { type Figure, median } from './figures.ts'

const times = 20
const rounds = 5
/** What a browser sends. */
const encodings = 'gzip, deflate, br, zstd'

interface Answer {
  status: number
  etag: string | undefined
  encoding: string | undefined
  /** As it came over the wire. */
  bytes: number
  ms: number
}

/** Answered as it is: `fetch` would unpack it and forget its size. */
function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/orders`, { headers: { 'accept-encoding': encodings, ...headers } })
    call.on('error', reject)
    call.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          etag: response.headers.etag,
          encoding: response.headers['content-encoding'],
          bytes,
          ms: performance.now() - begun,
        }),
      )
    })
    call.end()
  })
}

/** `GET /api/orders` for 1,000 orders one after the other, and for 100 as often as it goes. */
export async function measureOrderList(
  product: string,
  cookies: { large: string; middle: string },
): Promise<Figure[]> {
  const { etag = '' } = await ask(product, { cookie: cookies.large })
  const [full, unchanged]: [Answer[], Answer[]] = [[], []]
  for (let i = 0; i < times; i++) {
    full.push(await ask(product, { cookie: cookies.large }))
    unchanged.push(await ask(product, { cookie: cookies.large, 'if-none-match': etag }))
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
