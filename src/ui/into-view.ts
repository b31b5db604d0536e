/** As a `ref`: what comes below the edge of a dialog that scrolls is seen when it comes. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
