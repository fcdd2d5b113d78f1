import { file } from '@kabao/contract/file'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fetchFile } from '../call/download.ts'
import { useObjectUrl } from './use-object-url.ts'

interface FileImageProps {
  id: string
  /** What it shows, in words; empty where the words stand beside it. */
  alt: string
  /** The small picture of it. */
  isThumbnail?: boolean
  className?: string | undefined
  /** Stands in its place while it is not there, or cannot be shown. */
  fallback?: ReactNode
}

/** A stored image. The token is in a header, which no `<img>` sends: it is fetched, and shown from memory. */
export function FileImage({ id, alt, isThumbnail = false, className, fallback = null }: FileImageProps) {
  const endpoint = isThumbnail ? file.thumbnail : file.get
  const { data: blob } = useQuery({
    queryKey: [file.get.area, endpoint.name, id],
    queryFn: ({ signal }) => fetchFile(endpoint, { params: { id }, signal }),
    // What is stored under an id never changes.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  })
  const url = useObjectUrl(blob)
  return url === undefined ? fallback : <img src={url} alt={alt} className={className} />
}
