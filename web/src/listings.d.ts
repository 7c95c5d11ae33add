/** The pages of algorithms, by the names of their files: what lies between the anchors. */
declare module "virtual:listings" {
  const pages: Record<string, string>;
  export default pages;
}
