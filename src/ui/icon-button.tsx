import type { ReactNode } from 'react'

interface IconButtonProps {
  /** Names the button, and is shown where a mouse rests on it. */
  label: string
  onClick: () => void
  /** The icon. */
  children: ReactNode
}

/** A quiet button in a row of a list: an icon without words. */
export const IconButton = ({ label, onClick, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onClick}
    className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
  >
    {children}
  </button>
)
