import { useMediaQuery } from '#ui/use-media-query.ts'

/** Whether list and panel stand side by side (the theme's `split` breakpoint); otherwise the list leads to the panel. */
export const useIsSplit = (): boolean => useMediaQuery('(width >= 56.25rem)')
