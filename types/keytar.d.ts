/**
 * What is used of keytar. It is an optional dependency: where it could not be built npm leaves it out, with its own types,
 * and sources must read there too.
 */
declare module 'keytar' {
  const keytar: {
    getPassword(service: string, account: string): Promise<string | null>;
    setPassword(service: string, account: string, password: string): Promise<void>;
    deletePassword(service: string, account: string): Promise<boolean>;
  };
  export default keytar;
}
