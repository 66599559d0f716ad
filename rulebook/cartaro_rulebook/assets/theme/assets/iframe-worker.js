// From a disk a browser starts no worker; a frame does its work there, so that search needs no server.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(script) {
      super();
      this.onmessage = null;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.appendChild(frame);
      this.within = frame.contentWindow;
      const address = String(script).replace(/"/g, "%22");
      this.within.document.open();
      this.within.document.write(
        '<script>postMessage=function(data){parent.dispatchEvent(new CustomEvent("cartaro-found",{detail:data}))};' +
          "importScripts=function(){return Array.from(arguments).reduce(function(before,address){return before.then(function(){" +
          'return new Promise(function(done){var next=document.createElement("script");next.src=address;next.onload=done;' +
          "document.head.appendChild(next)})})},Promise.resolve())}<\/script>" +
          '<script src="' + address + '"><\/script>'
      );
      this.within.document.close();
      this.ready = new Promise((done) => (this.within.onload = done));
      window.addEventListener("cartaro-found", (found) => {
        const told = new MessageEvent("message", { data: found.detail });
        this.dispatchEvent(told);
        if (this.onmessage) this.onmessage(told);
      });
    }
    postMessage(data) {
      this.ready.then(() => this.within.dispatchEvent(new MessageEvent("message", { data })));
    }
    terminate() {}
  };
  window.Worker = window.IFrameWorker;
}
