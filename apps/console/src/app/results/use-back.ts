import { useNavigate } from 'react-router'

/** Goes to the previous page of this visit, or to home if there is none (docs/specification/other-pages.md). */
export function useBack(): () => void {
  const navigate = useNavigate()
  return () => void (hasPrevious() ? navigate(-1) : navigate('/home'))
}

/** The index that React Router stores with each history entry of a visit. */
export const hasPrevious = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
