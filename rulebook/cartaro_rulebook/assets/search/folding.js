// Accents do not count: texts and queries pass through one function, before and after the stemmer.  A word searched
// for finds its synonyms too, and if nothing is found, words of five letters or more that differ by one letter.
(function () {
  var synonymsOf = {};
  var synonyms = [];
  addEventListener("message", function (event) {
    var set = event.data && event.data.type === 0 && event.data.data.config;
    if (set) synonyms = synonymsOf[set.lang[0]] || [];
  });
  var fold = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/œ/g, "oe").replace(/æ/g, "ae").toLowerCase();
  };
  var token = function (each) {
    return each.update(function (text) { return fold(text); });
  };
  var words = function (query, change) {
    return query.split(/\s+/).filter(Boolean).map(function (word) {
      var bare = word.replace(/^[+]|[*]$/g, "");
      return /^[a-z]+$/.test(bare) ? change(word, bare) : word;
    }).join(" ");
  };
  var together = function (word, bare) {
    var known = synonyms.filter(function (some) { return some.indexOf(bare) >= 0; });
    if (!known.length) return word;
    var others = known[0].filter(function (other) { return other !== bare; });
    return [word.replace(/^[+]/, "")].concat(others.map(function (other) { return other + "^0.6"; })).join(" ");
  };
  var nearly = function (word, bare) {
    return bare.length < 5 ? word : bare + "~1";
  };
  var run = lunr.Pipeline.prototype.run;
  lunr.Pipeline.prototype.run = function (tokens) {
    return run.call(this, tokens.map(token)).map(token);
  };
  var search = lunr.Index.prototype.search;
  lunr.Index.prototype.search = function (query) {
    var asked = fold(query);
    var found = search.call(this, words(asked, together));
    return found.length ? found : search.call(this, words(asked, nearly));
  };
})();
