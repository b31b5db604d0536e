/** Whether the page at this path is of the staff's console: its pages are built apart from the customers'. */
export const isConsoleAddress = (path: string): boolean => /^\/operator(?:\/|$)/.test(path)
