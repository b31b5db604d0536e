/** The key that does the same as the button it stands in. */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd
    translate="no"
    aria-hidden
    className="grid h-5 min-w-5 place-items-center rounded-mark border border-current px-1 font-sans text-label opacity-60 pointer-coarse:hidden"
  >
    {children}
  </kbd>
)
