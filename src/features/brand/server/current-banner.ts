import { isBannerTime } from '#base/brand/brand.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PublicConfig } from '../api/config.ts'

/** A promotion that was ended at the payment provider is promised for at most this long. */
const checkEveryMs = 60_000
/** No one waits longer than this for the very first answer; the page comes without the banner then. */
const firstPatienceMs = 1_000

type Banner = PublicConfig['banner']

/** Whether a code's promotion is valid, as it was seen last. */
interface Seen {
  code: string
  isValid?: boolean
  at: number
  refreshing?: Promise<void> | undefined
}

/**
 * The operator's banner in its time, as long as its promotion is valid at the payment provider. It is looked at again
 * behind the visitors' backs, so no one waits for it; while the provider cannot be asked, what was last seen counts.
 */
export function createCurrentBanner({
  brand,
  vendors,
  log,
}: Pick<Dependencies, 'brand' | 'vendors' | 'log'>): () => Promise<Banner> {
  let seen: Seen | undefined

  async function refresh(of: Seen): Promise<void> {
    try {
      of.isValid = (await vendors.payments.findPromotion(of.code)) !== undefined
    } catch (error) {
      log.warn({ err: error }, 'whether the promotion of the banner is valid could not be asked')
    } finally {
      of.at = performance.now()
      of.refreshing = undefined
    }
  }

  async function isValid(code: string): Promise<boolean> {
    if (seen?.code !== code) seen = { code, at: Number.NEGATIVE_INFINITY }
    const now = seen
    if (now.isValid === undefined || performance.now() - now.at > checkEveryMs)
      now.refreshing ??= refresh(now)
    if (now.isValid === undefined && now.refreshing) await withPatience(now.refreshing)
    return now.isValid ?? false
  }

  return async () => {
    const { banner, bannerVersion: version } = brand.now
    if (!banner || !isBannerTime(banner, Date.now())) return null
    const { text, code } = banner
    if (code && !(await isValid(code))) return null
    return { text, version, ...(code && text.includes(code) && { code }) }
  }
}

async function withPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, firstPatienceMs)
  })
  await Promise.race([work, over]).finally(() => clearTimeout(timer))
}
