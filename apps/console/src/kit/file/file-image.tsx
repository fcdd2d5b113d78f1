import { file } from '@kabao/contract/operations/file'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fetchFile } from './download.ts'
import { useObjectUrl } from './use-object-url.ts'

interface FileImageProps {
  id: string
  /** A description of the image; empty if a text beside it already describes it. */
  alt: string
  /** Whether to show its thumbnail. */
  isThumbnail?: boolean
  className?: string | undefined
  /** Shown while the image is loading, or if it cannot be shown. */
  fallback?: ReactNode
}

/** A stored image. An `<img>` cannot send the token, which is in a header, so the image is fetched and shown from memory. */
export function FileImage({ id, alt, isThumbnail = false, className, fallback = null }: FileImageProps) {
  const endpoint = isThumbnail ? file.thumbnail : file.get
  const { data: blob } = useQuery({
    queryKey: [file.get.area, endpoint.name, id],
    queryFn: ({ signal }) => fetchFile(endpoint, { params: { id }, signal }),
    // The content stored under an id never changes.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  })
  const url = useObjectUrl(blob)
  return url === undefined ? fallback : <img src={url} alt={alt} className={className} />
}
