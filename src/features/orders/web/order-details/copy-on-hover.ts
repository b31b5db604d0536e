/** For a copy button within a `group/copy`: there when its row is pointed at or focused, always on touch. */
export const copyOnHover =
  'opacity-0 focus-visible:opacity-100 group-focus-within/copy:opacity-100 group-hover/copy:opacity-100 pointer-coarse:opacity-100'
