import { useNavigate } from 'react-router'

/** To the page before, where this visit has one; otherwise home (docs/specification/other-pages.md). */
export function useBack(): () => void {
  const navigate = useNavigate()
  return () => void (hasPrevious() ? navigate(-1) : navigate('/home'))
}

/** React Router counts the entries of a visit. */
export const hasPrevious = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
