/** Not well-formed, cut off, or with a document type (which could hold entity bombs). */
export class XmlError extends Error {
  override name = 'XmlError'
}

/** Well-formed so far, and more than an answer may hold. */
export class XmlTooLargeError extends Error {
  override name = 'XmlTooLargeError'
}
