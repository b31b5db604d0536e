/** A new version shows the banner again to those who closed an older one. */
const bannerVersion = '2025-09-03-1'
export const bannerHiddenForMs = 60 * 60 * 1000
/** How often an open page looks whether the hour is over. */
export const bannerCheckEveryMs = 60 * 1000

/** What the browser keeps of closing the banner, both as texts. */
export interface HiddenBanner {
  /** When it was closed, in milliseconds since the epoch. */
  hiddenTime: string | null
  /** Which version was closed. */
  version: string | null
}

/** What to keep when the banner is closed. */
export const hideBanner = (now: number, version = bannerVersion): HiddenBanner => ({
  hiddenTime: String(now),
  version,
})

/**
 * Whether the banner stays hidden: this version was closed less than an hour ago. What cannot be read, and a
 * time in the future (the clock was set back), do not hide it.
 */
export function isBannerHidden(stored: HiddenBanner, now: number, version = bannerVersion): boolean {
  if (stored.version !== version || !stored.hiddenTime?.trim()) return false
  const hiddenFor = now - Number(stored.hiddenTime)
  return hiddenFor >= 0 && hiddenFor < bannerHiddenForMs
}
