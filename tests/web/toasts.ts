import { toast } from 'sonner'
import { vi } from 'vitest'

const shown = () => document.querySelectorAll<HTMLElement>('[data-sonner-toast]')

/** Short messages have a root of their own and outlast a page: the next test begins once they are gone. */
export async function endToasts(): Promise<void> {
  toast.dismiss()
  await vi.waitUntil(() => shown().length === 0, { timeout: 1_000, interval: 20 }).catch(() => {})
  // One that was leaving while a test held the clock stays: it is nobody's any more.
  for (const left of shown()) {
    left.removeAttribute('data-sonner-toast')
    left.hidden = true
    left.style.display = 'none'
  }
}
