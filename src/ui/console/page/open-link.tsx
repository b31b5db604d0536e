import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mayOpen } from '../page-rights.ts'
import { useStaff } from '../staff-session.ts'

interface OpenLinkProps {
  to: string | undefined
  className?: string
  /** How it looks where it leads nowhere. */
  plain?: string
  children: ReactNode
}

/** A link for those who may open what it leads to, and its words for everybody else. */
export const OpenLink = ({ to, className, plain, children }: OpenLinkProps) =>
  mayOpen(useStaff().role, to ?? '') && to !== undefined ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <span className={plain}>{children}</span>
  )
