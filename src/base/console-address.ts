/**
 * Whether the page at this path is of the staff's console: its pages are built apart from the customers'. In any case,
 * as pages are found in any.
 */
export const isConsoleAddress = (path: string): boolean => /^\/operator(?:\/|$)/i.test(path)
